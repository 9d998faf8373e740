module example.com/adversary

go 1.24
