import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type ContractBootstrap, contractOfState, FLUX_NAMESPACE, statesOf } from '../../contract/index.js';
import { teamSecrets } from '../readme/team-secrets.js';
import { bringUpOrder } from './bring-up-order.js';

/** `SOPS_AGE_AGE_AGEKEY`: the environment variable with the value of one key, or with `_FILE` the file that has it. */
export const variableOf = ({ name, namespace }: Pick<ContractBootstrap, 'name' | 'namespace'>, key: string): string =>
  [...(namespace === FLUX_NAMESPACE ? [] : [namespace]), name, key]
    .join('_')
    .replaceAll(/\W/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();

/** A text that a shell reads as it is. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The folder that Flux's root reads, from the root of the repository. */
export const folderOfRoot = ({ cluster, appLayout, layout }: CompiledCluster): string =>
  (cluster.path ?? appLayout.sourcePath(layout.folder)).replace(/^\.\//, '');

/** How the Flux of a cluster is installed: by the Flux Operator, or by `flux bootstrap`. */
export const settingsFolder = ({ cluster, appLayout, layout }: CompiledCluster): string | undefined =>
  cluster.fluxSettings?.operator === undefined
    ? undefined
    : appLayout.sourcePath(layout.fluxSettings).replace(/^\.\//, '');

/** How long `kubectl wait` waits: as long as Flux itself, by default, and a little more. */
const WAIT = '20m';

/**
 * The script that brings a cluster up: namespaces and Secrets, then Flux, then each Kustomization in its order. It can be
 * run again at any point. It takes secrets from files or the environment, and prints none.
 */
export const bootstrapScript = (compiled: CompiledCluster): string => {
  const { contract, cluster } = compiled;
  const secrets = contract.bootstrap ?? [];
  const namespaces = [...new Set([FLUX_NAMESPACE, ...secrets.map(({ namespace }) => namespace)])].sort();
  const folder = settingsFolder(compiled);
  const example = `flux bootstrap github --owner=example --repository=platform --path=${folderOfRoot(compiled)}`;
  const maps = [undefined, ...statesOf(contract)].flatMap((state) => contractOfState(contract, state).configMaps);
  return `${HEAD(cluster.name)}
# 1. Namespaces
${namespaces.map((one) => `namespace ${one}`).join('\n')}

# 2. Secrets. Each value comes from a file or from the environment.
${secrets
  .map((one) => {
    const pairs = one.keys.map((key) => `${key} ${variableOf(one, key)}`);
    return `provide ${one.namespace} ${one.name} ${one.type} ${pairs.join(' ')}`;
  })
  .join('\n')}

# 3. ConfigMaps, which Terraform writes
${maps.map(({ namespace, name }) => `present ${namespace} ${name}`).join('\n')}

[ "$failed" = 0 ] || exit 1

# 4. Flux
${
  folder === undefined
    ? `if [ -n "\${FLUX_BOOTSTRAP:-}" ]; then
  sh -c "$FLUX_BOOTSTRAP"
elif there ${FLUX_NAMESPACE} kustomizations.kustomize.toolkit.fluxcd.io ${FLUX_NAMESPACE}; then
  say "Flux is there"
else
  say ${shellQuoted(`set FLUX_BOOTSTRAP to the command that installs Flux: FLUX_BOOTSTRAP='${example}'`)}
  exit 1
fi`
    : `kubectl wait --for=condition=Established --timeout=5m crd/fluxinstances.fluxcd.controlplane.io
kubectl apply --server-side --force-conflicts --field-manager=fluxspan-bootstrap --kustomize ${shellQuoted(folder)}`
}

# 5. What Flux applies, in the order in which it comes up
${[
  { namespace: FLUX_NAMESPACE, name: cluster.fluxSettings?.operator?.sync?.name ?? FLUX_NAMESPACE },
  ...bringUpOrder(compiled),
]
  .map(({ namespace, name }) => `ready ${namespace} ${name}`)
  .join('\n')}
say "cluster ${cluster.name} is up"
${ofTeams(compiled)}`;
};

/** What is left to make for teams, whose namespaces Flux has made. */
const ofTeams = (compiled: CompiledCluster): string => {
  const secrets = teamSecrets(compiled);
  if (secrets.length === 0) return '';
  return `
# 6. Secrets of teams
wanted() { there "$1" secrets "$2" || say "Secret $1/$2 of a team is missing: make it"; }
${secrets.map(({ namespace, name }) => `wanted ${namespace} ${name}`).join('\n')}
`;
};

const HEAD = (cluster: string): string => `#!/bin/sh
# Brings cluster ${cluster} up. Run it from the root of the repository, as often as you like.
set -eu
set +x
umask 077
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

say() { printf '%s\\n' "$*" >&2; }

# Whether the cluster has an object: NAMESPACE KIND NAME. If the API server doesn't answer, the script ends.
there() {
  found=$(kubectl get "$2" "$3" --namespace "$1" --ignore-not-found --output name 2>"$tmp/error") || {
    grep -q "the server doesn't have a resource type" "$tmp/error" || { cat "$tmp/error" >&2; exit 1; }
  }
  [ -n "$found" ]
}

namespace() { there default namespaces "$1" || kubectl create namespace "$1"; }

# NAMESPACE NAME TYPE, then pairs of a key and its variable. VARIABLE_FILE names a file with the value; VARIABLE is the value.
provide() {
  where=$1 name=$2 type=$3
  shift 3
  dir=$tmp/$where.$name
  mkdir -p "$dir"
  given=0 missing=
  while [ $# -gt 0 ]; do
    eval "file=\\\${$2_FILE:-} value=\\\${$2:-}"
    if [ -n "$file" ]; then
      cat "$file" >"$dir/$1"
      given=1
    elif [ -n "$value" ]; then
      printf '%s' "$value" >"$dir/$1"
      given=1
    else
      missing="$missing $2_FILE"
    fi
    value=
    shift 2
  done
  if [ "$given" = 0 ] && there "$where" secrets "$name"; then
    say "Secret $where/$name is there"
  elif [ -n "$missing" ]; then
    say "Secret $where/$name: set$missing to the file that has the value, or the same without _FILE to the value"
    failed=1
  else
    kubectl create secret generic "$name" --namespace "$where" --type "$type" --from-file="$dir" \\
      --dry-run=client --output yaml |
      kubectl apply --server-side --force-conflicts --field-manager=fluxspan-bootstrap --filename -
  fi
  rm -rf "$dir"
}

# NAMESPACE NAME
present() {
  there "$1" configmaps "$2" || {
    say "ConfigMap $1/$2 is missing: apply the Terraform module of the contract"
    failed=1
  }
}

# NAMESPACE NAME
ready() {
  until there "$1" kustomizations.kustomize.toolkit.fluxcd.io "$2"; do sleep 2; done
  say "waiting for Kustomization $1/$2"
  kubectl wait --namespace "$1" "kustomizations.kustomize.toolkit.fluxcd.io/$2" --for=condition=Ready --timeout=${WAIT}
}
`;
