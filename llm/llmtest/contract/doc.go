// Package contract holds the server of llmtest against the official clients of
// the three providers: what they accept, with the meaning that they give it, is
// what the server emulates. It is a module of its own, so that nobody who builds
// or tests sooth builds these clients; run it with make contract.
package contract
