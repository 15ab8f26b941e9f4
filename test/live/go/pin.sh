#!/bin/sh
# Writes the go.mod and go.sum of one binary's module again: `./pin.sh` for all, `./pin.sh kwok` for one.
# The versions stand here and in the go.mod files alone: ../binaries.ts reads them there.
# Each binary (the Kubernetes ones together) has a module of its own, since their pinned dependencies clash.
set -eu
cd "$(dirname "$0")"
export GOFLAGS= GOWORK=off

# pin <name> <module>@<version> "<packages>" [<replace>...]
pin() {
  name=$1 module=$2 packages=$3
  shift 3
  mkdir -p "$name"
  cd "$name"
  rm -f go.mod go.sum
  go mod init "fluxspan.local/live/$name" 2>/dev/null
  # Not the patch release that happens to be here: any 1.26 may build it.
  go mod edit -go=1.26.0
  for replace in "$@"; do go mod edit -replace "$replace"; done
  for package in $packages; do go get -tool "$package@${module##*@}"; done
  go mod tidy -e
  cd ..
}

# k8s.io/kubernetes requires its own libraries at v0.0.0, which only its own `replace` lines resolve.
staging() {
  go mod download -json "k8s.io/kubernetes@$1" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p' |
    xargs sed -n 's/^[[:space:]]*\(k8s\.io\/[^ ]*\) v0\.0\.0\( .*\)\{0,1\}$/\1/p' | sort -u | sed "s|.*|&=&@v0.${1#v1.}|"
}

for name in ${*:-etcd kubernetes source-controller kustomize-controller helm-controller notification-controller image-automation-controller image-reflector-controller kwok sops sealed-secrets crossplane terraform-provider-kubernetes}; do
  case $name in
    etcd) pin etcd go.etcd.io/etcd/server/v3@v3.6.8 go.etcd.io/etcd/server/v3 ;;
    kubernetes)
      # shellcheck disable=SC2046 # one word per replacement
      pin kubernetes k8s.io/kubernetes@v1.36.3 \
        "k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager k8s.io/kubernetes/cmd/kube-scheduler" \
        $(staging v1.36.3)
      ;;
    # The replacements below are those of each controller's own go.mod, which Go does not read from a dependency.
    source-controller)
      pin source-controller github.com/fluxcd/source-controller@v1.9.3 github.com/fluxcd/source-controller \
        github.com/opencontainers/go-digest=github.com/opencontainers/go-digest@v1.0.1-0.20220411205349-bde1400a84be
      ;;
    kustomize-controller)
      pin kustomize-controller github.com/fluxcd/kustomize-controller@v1.9.4 github.com/fluxcd/kustomize-controller \
        github.com/opencontainers/go-digest=github.com/opencontainers/go-digest@v1.0.1-0.20220411205349-bde1400a84be \
        sigs.k8s.io/kustomize/api=sigs.k8s.io/kustomize/api@v0.21.1 \
        sigs.k8s.io/kustomize/kyaml=sigs.k8s.io/kustomize/kyaml@v0.21.1 \
        gopkg.in/yaml.v3=gopkg.in/yaml.v3@v3.0.1
      ;;
    # Upstream Helm stands in for the controller's own fork of it: same API, and it can be had from the module proxy.
    helm-controller)
      pin helm-controller github.com/fluxcd/helm-controller@v1.6.3 github.com/fluxcd/helm-controller \
        github.com/opencontainers/go-digest=github.com/opencontainers/go-digest@v1.0.1-0.20231025023718-d50d2fec9c98 \
        sigs.k8s.io/kustomize/api=sigs.k8s.io/kustomize/api@v0.21.1 \
        sigs.k8s.io/kustomize/kyaml=sigs.k8s.io/kustomize/kyaml@v0.21.1 \
        helm.sh/helm/v4=helm.sh/helm/v4@v4.2.2
      ;;
    notification-controller)
      pin notification-controller github.com/fluxcd/notification-controller@v1.9.3 \
        github.com/fluxcd/notification-controller \
        gopkg.in/yaml.v3=gopkg.in/yaml.v3@v3.0.1
      ;;
    image-automation-controller)
      pin image-automation-controller github.com/fluxcd/image-automation-controller@v1.2.3 \
        github.com/fluxcd/image-automation-controller \
        sigs.k8s.io/kustomize/api=sigs.k8s.io/kustomize/api@v0.21.1 \
        sigs.k8s.io/kustomize/kyaml=sigs.k8s.io/kustomize/kyaml@v0.21.1
      ;;
    image-reflector-controller)
      pin image-reflector-controller github.com/fluxcd/image-reflector-controller@v1.2.3 \
        github.com/fluxcd/image-reflector-controller
      ;;
    # The version that kustomize-controller decrypts with, and age, whose keys it takes.
    sops)
      pin sops github.com/getsops/sops/v3@v3.13.2 github.com/getsops/sops/v3/cmd/sops
      (cd sops && GOFLAGS='' go get -tool filippo.io/age/cmd/age-keygen@v1.3.1 && go mod tidy -e)
      ;;
    # Of schemas/crds/sealed-secrets.yaml; later ones have another module path, whose checksums can't be had.
    sealed-secrets)
      pin sealed-secrets github.com/bitnami-labs/sealed-secrets@v0.36.6 \
        "github.com/bitnami-labs/sealed-secrets/cmd/controller github.com/bitnami-labs/sealed-secrets/cmd/kubeseal"
      ;;
    kwok) pin kwok sigs.k8s.io/kwok@v0.7.0 sigs.k8s.io/kwok/cmd/kwok ;;
    # Its APIs are a module of their own, which its go.mod takes from a folder. The function of crossplane/function needs no more.
    crossplane)
      pin crossplane github.com/crossplane/crossplane/v2@v2.3.3 github.com/crossplane/crossplane/v2/cmd/crossplane
      (cd crossplane && GOFLAGS='' go get github.com/crossplane/crossplane/apis/v2@v2.3.3 && go mod tidy -e)
      ;;
    # Its releases are tagged v3 without the /v3 that Go wants in the path, so a commit stands for 3.2.1.
    terraform-provider-kubernetes)
      pin terraform-provider-kubernetes \
        github.com/hashicorp/terraform-provider-kubernetes@v1.13.4-0.20260821094251-3a33fb6cc605 \
        github.com/hashicorp/terraform-provider-kubernetes
      ;;
    *) echo "no module \"$name\"" >&2; exit 2 ;;
  esac
done
