// Command cptui is a time-travel debugger in the terminal for AI agents.
package main

import (
	"os"

	"cptui/ui/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
