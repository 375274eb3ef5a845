// What the programs in Go share: they read the steps, and print a JSON response per step.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type step struct {
	OperationId, Id, Token, AdminKey string
	Body                             json.RawMessage
	Query                            struct {
		Page, Limit *int
		Before      *string
	}
}

func readSteps() (steps []step) {
	text, _ := os.ReadFile(os.Args[2])
	if err := json.Unmarshal(text, &steps); err != nil {
		panic(err)
	}
	return steps
}

func read[T any](text json.RawMessage) (value T) {
	_ = json.Unmarshal(text, &value)
	return value
}

func respond(response map[string]any) {
	fmt.Println(toJSON(response))
}

func toJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
