import ast, sys
sys.setrecursionlimit(20000)
with open(sys.argv[1], "rb") as file:
    text = file.read()
try:
    tree = ast.parse(text)
except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
    sys.stderr.write("%s: %s" % (type(error).__name__, error))
    sys.exit(1)
sys.stdout.write(ast.dump(tree))
