module example.com/adversary

go 1.24

require example.com/dep v1.0.0
