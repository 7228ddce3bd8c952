package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// goodPage is what pkgsite draws of goodSource, in short.
const goodPage = `<a data-test-id="UnitHeader-license">BSD-3-Clause</a>
<div class="Documentation-content js-docContent"><section class="Documentation-overview">
<ul class="Documentation-toc"><li><a href="#hdr-One">One</a></li><li><a href="#hdr-Two">Two &amp; a half</a></li></ul>
<p>See <a href="#Lease">Lease</a>, <a href="/m@v0.0.0/other#Store">Store</a>, <a href="https://example.org/">this</a> and marks[key].
</p><h4 id="hdr-One">One <a class="Documentation-idLink" href="#hdr-One">¶</a></h4>
<pre>| [code] |</pre>
<h4 id="hdr-Two">Two &amp; a half <a class="Documentation-idLink" href="#hdr-Two">¶</a></h4>
<details id="example-package-S01_a" class="Documentation-exampleDetails"><pre class="Documentation-exampleCode">
func main() {
	fmt.Println(1 &lt; 2)
}
</pre><pre><span class="Documentation-exampleOutput">true
</span></pre></details>
<details id="example-package-S02_b" class="Documentation-exampleDetails"></details>
</section><h4 id="Lease">type Lease</h4></div>`

var goodSource = source{
	listed:   listed{ImportPath: "m", Module: struct{ Path string }{"m"}},
	comment:  "Package m.",
	headings: []string{"One", "Two & a half"},
	examples: [][]example{{
		{id: "example-package-S01_a", name: "Example_s01_a", code: []string{"fmt.Println(1 < 2)"}, output: []string{"true"}},
		{id: "example-package-S02_b", name: "Example_s02_b"},
	}},
}

// problemsOf checks a page that is served in the place of pkgsite's.
func problemsOf(t *testing.T, page string, s source) []string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/m":
			fmt.Fprint(w, page)
		case "/m@v0.0.0/other":
			fmt.Fprint(w, `<div class="Documentation-content"><h4 id="Store">type Store</h4></div>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	problems, err := check(newSite(t.Context(), server.URL), &s)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

func TestGoodPage(t *testing.T) {
	if problems := problemsOf(t, goodPage, goodSource); len(problems) > 0 {
		t.Errorf("nothing is wrong with this page, but: %q", problems)
	}
}

func TestBadPages(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"license", "UnitHeader-license", "UnitHeader-none", "no redistributable license"},
		{"no documentation", "Documentation-content", "Other", "shows no documentation"},
		{"heading drawn as text", `<h4 id="hdr-One">One <a class="Documentation-idLink" href="#hdr-One">¶</a></h4>`, "<p># One</p>", `"# One" is drawn as plain text`},
		{"heading missing", `<h4 id="hdr-One">One`, `<h4 id="hdr-One">Other`, `headings of the package comment: want "One", got "Other"`},
		{"contents incomplete", `<li><a href="#hdr-Two">Two &amp; a half</a></li>`, "", `table of contents: "Two & a half" is missing`},
		{"contents lead elsewhere", `<a href="#hdr-Two">Two &amp;`, `<a href="#hdr-One">Two &amp;`, "links of the table of contents"},
		{"example missing", `id="example-package-S02_b"`, `id="example-package-S03_c"`, "Example_s02_b is missing"},
		{"example too many", "</section>", `<details id="example-X" class="Documentation-exampleDetails"></details></section>`, "the source does not have: #example-X"},
		{"code", "1 &lt; 2", "2 &lt; 3", `Example_s01_a: the code lacks the line "fmt.Println(1 < 2)"`},
		{"output", "true\n</span>", "</span>", `Example_s01_a: the output: "true" is missing`},
		{"no link", `<a href="#Lease">Lease</a>`, "[Lease]", "[Lease] is no link"},
		{"no link in another package", `<a href="#Lease">Lease</a>`, "[other.Store]", "[other.Store] is no link"},
		{"table", "See ", "| a | b |\n", `"| a | b |" is drawn as plain text`},
		{"link to nothing here", `href="#Lease"`, `href="#Grant"`, "leads to #Grant, where there is no such place"},
		{"link to nothing there", "other#Store", "other#Shop", "leads to /m@v0.0.0/other#Shop, where there is no such place"},
		{"link to no package", "other#Store", "none#Store", "leads to /m@v0.0.0/none, which answers 404"},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := strings.Replace(goodPage, test.old, test.new, 1)
			if page == goodPage {
				t.Fatalf("%q is not in the page", test.old)
			}
			problems := problemsOf(t, page, goodSource)
			if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, test.want) }) {
				t.Errorf("want a problem that says %q, got %q", test.want, problems)
			}
		})
	}
}

func TestExamplesOutOfOrder(t *testing.T) {
	s := goodSource
	group := slices.Clone(s.examples[0])
	slices.Reverse(group)
	s.examples = [][]example{group}
	want := []string{"Example_s01_a comes too early"}
	if problems := problemsOf(t, goodPage, s); !slices.Equal(problems, want) {
		t.Errorf("want %q, got %q", want, problems)
	}
}

// The pages of a module inside of this one are not served here.
func TestNestedModules(t *testing.T) {
	t.Chdir("../..") // where the program is run
	for path, want := range map[string]bool{
		"/m/examples/real/etcd":   true,
		"/m/examples/real":        true,
		"/m/examples":             false,
		"/m":                      false,
		"/mm/examples/real":       false,
		"/m@v0.0.0/chapter/keyed": false,
	} {
		if _, nested := nestedModule(path, "m"); nested != want {
			t.Errorf("%s: nested %v, want %v", path, nested, want)
		}
	}
}
