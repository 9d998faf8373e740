module sooth/tools/truth

go 1.26.0

require sooth v0.0.0

replace sooth => ../..
