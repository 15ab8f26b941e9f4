// A composition function: of what function-patch-and-transform takes, the part that a Composition of outputs needs.
// `function certificates FOLDER` writes the certificates by which Crossplane and a function on this machine know each other;
// `function serve ADDRESS FOLDER` answers Crossplane.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"log"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	fnv1 "github.com/crossplane/crossplane/v2/proto/fn/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "certificates":
		err = writeCertificates(os.Args[2])
	case len(os.Args) == 4 && os.Args[1] == "serve":
		err = serve(os.Args[2], os.Args[3])
	default:
		err = errors.New("usage: function certificates FOLDER | function serve ADDRESS FOLDER")
	}
	if err != nil {
		log.Fatal(err)
	}
}

type patchAndTransform struct {
	fnv1.UnimplementedFunctionRunnerServiceServer
}

// RunFunction composes each of the input's resources: its base, with the fields of the composite that its patches name.
func (patchAndTransform) RunFunction(_ context.Context, request *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	composite := request.GetObserved().GetComposite().GetResource()
	desired := request.GetDesired()
	if desired == nil {
		desired = &fnv1.State{}
	}
	if desired.Resources == nil {
		desired.Resources = map[string]*fnv1.Resource{}
	}
	connection := map[string][]byte{}
	for _, entry := range request.GetInput().GetFields()["resources"].GetListValue().GetValues() {
		resource := entry.GetStructValue().GetFields()
		composed := resource["base"].GetStructValue()
		for _, patch := range resource["patches"].GetListValue().GetValues() {
			fields := patch.GetStructValue().GetFields()
			from := fields["fromFieldPath"].GetStringValue()
			// As in the original, a field that isn't there is no error: its patch is left out.
			if value := at(composite, from); value != nil {
				to := fields["toFieldPath"].GetStringValue()
				if to == "" {
					to = from
				}
				set(composed, to, value)
			}
		}
		for _, detail := range resource["connectionDetails"].GetListValue().GetValues() {
			fields := detail.GetStructValue().GetFields()
			if value := at(composed, fields["fromFieldPath"].GetStringValue()); value != nil {
				connection[fields["name"].GetStringValue()] = []byte(value.GetStringValue())
			}
		}
		// Nothing that is composed here has a condition to wait for.
		desired.Resources[resource["name"].GetStringValue()] = &fnv1.Resource{Resource: composed, Ready: fnv1.Ready_READY_TRUE}
	}
	if len(connection) > 0 {
		if desired.Composite == nil {
			desired.Composite = &fnv1.Resource{}
		}
		desired.Composite.ConnectionDetails = connection
	}
	return &fnv1.RunFunctionResponse{
		Meta:    &fnv1.ResponseMeta{Tag: request.GetMeta().GetTag(), Ttl: durationpb.New(time.Minute)},
		Desired: desired,
	}, nil
}

func at(object *structpb.Struct, path string) *structpb.Value {
	var value *structpb.Value
	for _, name := range strings.Split(path, ".") {
		value = object.GetFields()[name]
		object = value.GetStructValue()
	}
	return value
}

func set(object *structpb.Struct, path string, value *structpb.Value) {
	names := strings.Split(path, ".")
	for _, name := range names[:len(names)-1] {
		inner := object.GetFields()[name].GetStructValue()
		if inner == nil {
			inner = &structpb.Struct{Fields: map[string]*structpb.Value{}}
			object.Fields[name] = structpb.NewStructValue(inner)
		}
		object = inner
	}
	if object.Fields == nil {
		object.Fields = map[string]*structpb.Value{}
	}
	object.Fields[names[len(names)-1]] = value
}

func serve(address, folder string) error {
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, "tls.crt"), filepath.Join(folder, "tls.key"))
	if err != nil {
		return err
	}
	authority, err := os.ReadFile(filepath.Join(folder, "ca.crt"))
	if err != nil {
		return err
	}
	clients := x509.NewCertPool()
	if !clients.AppendCertsFromPEM(authority) {
		return fmt.Errorf("%s/ca.crt holds no certificate", folder)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: []tls.Certificate{pair},
		ClientCAs:    clients,
		ClientAuth:   tls.RequireAndVerifyClientCert,
		MinVersion:   tls.VersionTLS13,
	})))
	fnv1.RegisterFunctionRunnerServiceServer(server, patchAndTransform{})
	return server.Serve(listener)
}

// One pair serves both sides: `ca.crt`, `tls.crt` and `tls.key`, as both look for them in a folder.
func writeCertificates(folder string) error {
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	authority := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "live test"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IsCA:                  true,
		KeyUsage:              x509.KeyUsageCertSign,
		BasicConstraintsValid: true,
	}
	pair := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: "crossplane and its function"},
		NotBefore:    authority.NotBefore,
		NotAfter:     authority.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	authorityDer, err := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	if err != nil {
		return err
	}
	pairDer, err := x509.CreateCertificate(rand.Reader, pair, authority, &key.PublicKey, authorityKey)
	if err != nil {
		return err
	}
	keyDer, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	for name, block := range map[string]*pem.Block{
		"ca.crt":  {Type: "CERTIFICATE", Bytes: authorityDer},
		"tls.crt": {Type: "CERTIFICATE", Bytes: pairDer},
		"tls.key": {Type: "EC PRIVATE KEY", Bytes: keyDer},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	return nil
}
