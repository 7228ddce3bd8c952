// Price measures what a fenced write costs beside a plain one.
package main
