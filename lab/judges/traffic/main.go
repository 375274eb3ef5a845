// Checks recorded traffic against the contract with libopenapi-validator: traffic CONTRACT HAR.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/pb33f/libopenapi-validator/errors"
)

type pair struct{ Name, Value string }

type entry struct {
	Request struct {
		Method, URL string
		Headers     []pair
		PostData    struct{ Text string }
	}
	Response struct {
		Status  int
		Headers []pair
		Content struct{ Text string }
	}
}

type finding struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

func main() {
	document := must(libopenapi.NewDocument(must(os.ReadFile(os.Args[1]))))
	judge, failures := validator.NewValidator(document, config.WithFormatAssertions())
	if len(failures) > 0 {
		must(0, failures[0])
	}
	findings := []finding{}
	add := func(about string, problems []*errors.ValidationError) {
		for _, problem := range problems {
			message := about + ": " + problem.Message + "; " + problem.Reason
			for _, part := range problem.SchemaValidationErrors {
				message += "; " + part.FieldPath + " " + part.Reason
			}
			findings = append(findings, finding{problem.ValidationType + "/" + problem.ValidationSubType, message})
		}
	}
	_, problems := judge.ValidateDocument()
	add("document", problems)
	var archive struct{ Log struct{ Entries []entry } }
	must(0, json.Unmarshal(must(os.ReadFile(os.Args[2])), &archive))
	examined := 0
	for _, each := range archive.Log.Entries {
		request, err := each.request()
		if err != nil {
			// Go's own client cannot send it: a scenario's path is malformed on purpose.
			continue
		}
		examined++
		about := fmt.Sprintf("%s %s %d", request.Method, request.URL.Path, each.Response.Status)
		_, problems := judge.ValidateHttpResponse(request, each.response())
		add(about, problems)
		// A refused request may be invalid.
		if each.Response.Status < 300 {
			_, problems := judge.ValidateHttpRequestSync(must(each.request()))
			add(about, problems)
		}
	}
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{"examined": examined, "findings": findings}))
}

func (each entry) request() (*http.Request, error) {
	sent := each.Request
	request, err := http.NewRequest(sent.Method, sent.URL, strings.NewReader(sent.PostData.Text))
	if err != nil {
		return nil, err
	}
	if sent.PostData.Text == "" {
		request.Body = http.NoBody
	}
	request.Header = headersOf(sent.Headers)
	return request, nil
}

func (each entry) response() *http.Response {
	got := each.Response
	body := io.NopCloser(strings.NewReader(got.Content.Text))
	return &http.Response{StatusCode: got.Status, Header: headersOf(got.Headers), Body: body}
}

func headersOf(pairs []pair) http.Header {
	headers := http.Header{}
	for _, each := range pairs {
		headers.Add(each.Name, each.Value)
	}
	return headers
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return value
}
