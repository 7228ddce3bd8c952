module example.com/fencing

go 1.25.0

require (
	github.com/anishathalye/porcupine v1.3.1
	github.com/google/go-cmp v0.7.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/tools v0.47.0
)

require (
	github.com/yuin/goldmark v1.4.13 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/net v0.56.0 // indirect
)

tool golang.org/x/tools/cmd/present
