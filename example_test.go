package sooth_test

import (
	"context"
	"fmt"
	"log"

	"sooth"
)

func ExampleOpen() {
	shop, err := sooth.Open(context.Background(), "internal/check/testdata/shop", sooth.Options{Version: "v1.2.0"})
	if err != nil {
		log.Fatal(err)
	}
	defer shop.Close()
	for _, note := range shop.Notes { // what could not be read, and which tools are missing
		log.Print(note)
	}
	fmt.Println("read")
	// Output:
	// read
}

func ExampleRepository_Check() {
	ctx := context.Background()
	shop, err := sooth.Open(ctx, "internal/check/testdata/shop", sooth.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer shop.Close()

	report, err := shop.Check(ctx, "", "`shop.NewServer` calls `find` (`shop.go:57`), and `shop.NewSerwer` starts it.")
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range report.Verdicts {
		if v.Outcome == sooth.Refuted {
			fmt.Printf("line %d: %s: %s\n", v.Claim.Line, v.Claim.Text, v.Reason)
		}
	}
	fmt.Printf("%d verified, %d refuted\n", report.Counts.Verified, report.Counts.Refuted)
	// Output:
	// line 1: `shop.NewServer` calls `find`: NewServer does not call it
	// line 1: shop.NewSerwer: package example.com/acme/shop has no NewSerwer
	// 4 verified, 2 refuted
}

func ExampleAnnotate() {
	ctx := context.Background()
	shop, err := sooth.Open(ctx, "internal/check/testdata/shop", sooth.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer shop.Close()

	text := "Call `shop.NewSerwer`, see `shop.go:900`."
	report, err := shop.Check(ctx, "", text)
	if err != nil {
		log.Fatal(err)
	}
	marked, warnings := sooth.Annotate(text, report, sooth.AnnotateOptions{})
	fmt.Println(marked)
	for _, w := range warnings {
		fmt.Println(w.Message)
	}
	// Output:
	// Call `[unverified: shop.NewSerwer]`, see `[unverified: shop.go:900]`.
	// marked; package example.com/acme/shop has no NewSerwer
	// marked; the file ends at line 110
}
