// Package cli is the command line: flags in, exit code out; what it prints comes from ui/plain and ui/term.
package cli

// Main runs cptui with the arguments after the program's name and gives the exit code.
func Main(args []string) int { panic("not built") }
