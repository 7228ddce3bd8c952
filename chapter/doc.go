// Package chapter is the text.
package chapter
