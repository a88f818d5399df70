package mlflow

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"

	"evolab/experiments/run"
)

// artifactsTag holds the checksum of the artifacts that the server has.
const artifactsTag = "evolab.artifacts"

// sendArtifacts replaces the config, the champion and the figures, if one of them has
// changed. It can do so only by way of the server.
func (c *Client) sendArtifacts(ctx context.Context, k *kept, folder string) (note string, err error) {
	list, sum, err := artifacts(folder)
	if err != nil || k.tag(artifactsTag) == sum {
		return "", err
	}
	to, err := url.Parse(k.Info.Artifacts)
	if err != nil || to.Scheme != "mlflow-artifacts" {
		scheme := "an address of another kind"
		if err == nil && to.Scheme != "" {
			scheme = c.clean(to.Scheme, 20) + ":"
		} else if err == nil {
			scheme = "a folder of its own"
		}
		return fmt.Sprintf("figures, champion and config are not sent: the server keeps artifacts in %s (expected: one that takes them itself, as mlflow server --artifacts-destination does)", scheme), nil
	}
	for _, name := range list {
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return "", fmt.Errorf("mlflow: %w", err)
		}
		if err := c.call(ctx, http.MethodPut, path.Join("api/2.0/mlflow-artifacts/artifacts", to.Path, name), nil, bytes.NewReader(data), nil); err != nil {
			return "", err
		}
	}
	return "", c.post(ctx, "runs/log-batch", batch{Run: k.Info.ID, Tags: []pair{{artifactsTag, sum}}}, nil)
}

// artifacts lists the files of a run that are sent, with a checksum over them.
func artifacts(folder string) (list []string, sum string, err error) {
	names := []string{run.ConfigFile, run.ChampionFile}
	figures, err := os.ReadDir(filepath.Join(folder, run.PlotsFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("mlflow: %w", err)
	}
	for _, f := range figures {
		if f.Type().IsRegular() {
			names = append(names, path.Join(run.PlotsFolder, f.Name()))
		}
	}
	all := sha256.New()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", fmt.Errorf("mlflow: %w", err)
		}
		one := sha256.Sum256(data)
		fmt.Fprintf(all, "%q %x\n", name, one)
		list = append(list, name)
	}
	return list, hex.EncodeToString(all.Sum(nil)), nil
}
