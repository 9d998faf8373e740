module example.com/acme/shop

go 1.24
