package cluster

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

// NewToken makes a token that cannot be guessed.
func NewToken() (string, error) {
	b := make([]byte, 24)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("cluster: token: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// WorkerRights are the subjects that workers need: they take jobs, read objects,
// and give results, but can neither publish jobs nor change what is stored.
func WorkerRights() (publish, subscribe []string) {
	objects := "OBJ_" + ObjectBucket
	publish = []string{
		resultsPrefix + "*", "$KV." + WorkerBucket + ".*",
		"$JS.API.INFO",
		"$JS.API.CONSUMER.INFO." + JobsStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + JobsStream + ".*", "$JS.ACK." + JobsStream + ".>",
		"$JS.API.STREAM.INFO." + objects, "$JS.API.DIRECT.GET." + objects, "$JS.API.DIRECT.GET." + objects + ".>", "$JS.API.STREAM.MSG.GET." + objects, "$JS.FC.>",
	}
	for _, stream := range []string{objects, "KV_" + LabBucket, "KV_" + WorkerBucket} {
		publish = append(publish, "$JS.API.CONSUMER.CREATE."+stream, "$JS.API.CONSUMER.CREATE."+stream+".>", "$JS.API.CONSUMER.DELETE."+stream+".>")
	}
	for _, bucket := range []string{LabBucket, WorkerBucket} {
		publish = append(publish, "$JS.API.STREAM.INFO.KV_"+bucket, "$JS.API.DIRECT.GET.KV_"+bucket+".>", "$JS.API.STREAM.MSG.GET.KV_"+bucket)
	}
	return publish, []string{"_INBOX.>", checkPrefix + "*"}
}
