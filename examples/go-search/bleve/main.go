// Command gosearch is a search engine over the documents of this example, made
// of bleve v2.4.4. It stands for any engine that is measured: as a program, as an
// HTTP service and as a tool of an MCP server.
//
//	gosearch index  --build plain|camel --universe universe.jsonl DIR
//	gosearch search [-k 10] DIR QUERY    prints {"hits": [{"id", "title", "score"}]}
//	gosearch http   [--listen 127.0.0.1:0] DIR   GET /search?q=QUERY&k=10; prints its address
//	gosearch mcp    DIR                  one tool, search_docs(query, limit), on stdio
//
// The builds differ in one thing: plain knows the words of a text as Unicode
// separates them, in which "http.Client.Do" is one; camel also splits names at
// dots and where capitals begin.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gosearch: error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("no command; hint: index, search, http or mcp")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	build := flags.String("build", "plain", "`analyzer`: plain or camel")
	universe := flags.String("universe", "universe.jsonl", "`file` of documents")
	k := flags.Int("k", 10, "`number` of hits")
	listen := flags.String("listen", "127.0.0.1:0", "`address`")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return fmt.Errorf("%s: no folder of an index", args[0])
	}
	dir := flags.Arg(0)
	if args[0] == "index" {
		return makeIndex(dir, *universe, *build)
	}
	e, err := open(dir)
	if err != nil {
		return err
	}
	defer e.Close()
	switch args[0] {
	case "search":
		if flags.NArg() != 2 {
			return fmt.Errorf("search: want a folder and one query")
		}
		return e.print(ctx, out, flags.Arg(1), *k)
	case "http":
		return e.serveHTTP(ctx, *listen, out)
	case "mcp":
		return e.serveMCP(ctx, in, out)
	}
	return fmt.Errorf("unknown command %q", args[0])
}
