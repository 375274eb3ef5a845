// The hook of the conformance kit, in Go: go run hook.go PORT
package main

import ("bytes"; "encoding/json"; "net/http"; "os")

type fields map[string]any
// Inserts a new record and returns it. Replace the body by calls of your own code.
func create(kind string, f fields) (made fields) {
	body, _ := json.Marshal(f)
	response, err := http.Post(os.Getenv("SEED_URL")+"/"+kind, "application/json", bytes.NewReader(body))
	if err != nil { panic(err) }
	defer response.Body.Close()
	json.NewDecoder(response.Body).Decode(&made)
	return
}

func makeState(state string, p fields) fields {
	switch state {
	case "writer", "stranger": return create("user", fields{"plan": "pro", "role": "owner"})
	case "freeCaller": return create("user", fields{"plan": "free", "role": "owner"})
	case "oauthUser": return create("user", fields{"plan": "pro", "role": "owner", "oauth": true})
	case "reader": return create("user", fields{"teamId": p["teamId"], "role": "viewer"})
	case "member": return create("user", fields{"teamId": p["teamId"], "role": p["role"]})
	case "ownerWithMember":
		owner := create("user", fields{"plan": "pro", "role": "owner"})
		create("user", fields{"teamId": owner["teamId"], "role": "member"})
		return owner
	case "incident", "monitor", "service": return create(state, p)
	}
	return nil
}
func main() {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct { State string; Params fields }
		json.NewDecoder(r.Body).Decode(&call)
		made := makeState(call.State, call.Params)
		if made == nil { w.WriteHeader(404) }
		json.NewEncoder(w).Encode(made)
	}))
}
