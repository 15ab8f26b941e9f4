import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that the harness runs, as the Go package that it is built from. */
export interface Binary {
  readonly name: string;
  /** The folder under `go/` whose go.mod pins it. */
  readonly module: string;
  /** The Go module that gives it its version. */
  readonly source: string;
  readonly package: string;
}

const kubernetes = (name: string) => ({
  name,
  module: 'kubernetes',
  source: 'k8s.io/kubernetes',
  package: `k8s.io/kubernetes/cmd/${name}`,
});

const flux = (name: string) => ({
  name,
  module: name,
  source: `github.com/fluxcd/${name}`,
  package: `github.com/fluxcd/${name}`,
});

/** In the order in which they are built: what the first seconds of a start need comes first. */
export const binaries = [
  { name: 'etcd', module: 'etcd', source: 'go.etcd.io/etcd/server/v3', package: 'go.etcd.io/etcd/server/v3' },
  kubernetes('kube-apiserver'),
  kubernetes('kube-controller-manager'),
  kubernetes('kube-scheduler'),
  flux('source-controller'),
  flux('kustomize-controller'),
  flux('helm-controller'),
  { name: 'kwok', module: 'kwok', source: 'sigs.k8s.io/kwok', package: 'sigs.k8s.io/kwok/cmd/kwok' },
] as const satisfies readonly Binary[];

/** Only for the cases that run Terraform: what a Terraform without a registry in reach needs to write into a cluster. */
export const terraformProvider = {
  name: 'terraform-provider-kubernetes',
  module: 'terraform-provider-kubernetes',
  source: 'github.com/hashicorp/terraform-provider-kubernetes',
  package: 'github.com/hashicorp/terraform-provider-kubernetes',
} as const satisfies Binary;

/** Only for the cases that send alerts and are called back. */
export const notificationController = flux('notification-controller') satisfies Binary;

/** Only for the cases in which Flux writes newer images into Git. */
export const imageAutomationController = flux('image-automation-controller') satisfies Binary;
export const imageReflectorController = flux('image-reflector-controller') satisfies Binary;

/** Only for the cases that encrypt files as people do. */
export const sopsProgram = {
  name: 'sops',
  module: 'sops',
  source: 'github.com/getsops/sops/v3',
  package: 'github.com/getsops/sops/v3/cmd/sops',
} as const satisfies Binary;
export const ageKeygen = {
  name: 'age-keygen',
  module: 'sops',
  source: 'filippo.io/age',
  package: 'filippo.io/age/cmd/age-keygen',
} as const satisfies Binary;

/** Only for the cases that seal Secrets: the controller, and what seals for it. */
export const sealedSecretsController = {
  name: 'sealed-secrets',
  module: 'sealed-secrets',
  source: 'github.com/bitnami-labs/sealed-secrets',
  package: 'github.com/bitnami-labs/sealed-secrets/cmd/controller',
} as const satisfies Binary;
export const kubeseal = {
  ...sealedSecretsController,
  name: 'kubeseal',
  package: 'github.com/bitnami-labs/sealed-secrets/cmd/kubeseal',
} as const satisfies Binary;

/** Only for the case that composes values: Crossplane, and a function that runs here instead of in a pod. */
export const crossplane = {
  name: 'crossplane',
  module: 'crossplane',
  source: 'github.com/crossplane/crossplane/v2',
  package: 'github.com/crossplane/crossplane/v2/cmd/crossplane',
} as const satisfies Binary;
export const compositionFunction = {
  name: 'composition-function',
  module: 'crossplane',
  source: 'github.com/crossplane/crossplane/v2',
  package: './function',
} as const satisfies Binary;

const known: readonly Binary[] = [
  ...binaries,
  terraformProvider,
  notificationController,
  imageAutomationController,
  imageReflectorController,
  sopsProgram,
  ageKeygen,
  sealedSecretsController,
  kubeseal,
  crossplane,
  compositionFunction,
];

export const goFolder = fileURLToPath(new URL('./go', import.meta.url));

/** The version that the binary's go.mod requires: go.mod alone says it. */
export const versionOf = (binary: Binary): string => {
  const file = join(goFolder, binary.module, 'go.mod');
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .map((text) =>
      text
        .replace(/^require /, '')
        .trim()
        .split(/\s+/),
    )
    .find(([path]) => path === binary.source);
  if (line?.[1] === undefined)
    throw new Error(`${file} requires no "${binary.source}"; run go/pin.sh ${binary.module}`);
  return line[1];
};

const linkerFlags = (binary: Binary): string => {
  const flags = ['-s', '-w'];
  if (binary.module === 'kubernetes') {
    // Without these, Kubernetes says version v0.0.0, which clients refuse to read.
    const version = versionOf(binary);
    const [major, minor] = version.slice(1).split('.');
    const set = { gitVersion: version, gitMajor: major, gitMinor: minor };
    for (const [name, value] of Object.entries(set)) flags.push('-X', `k8s.io/component-base/version.${name}=${value}`);
  }
  return flags.join(' ');
};

/** What `go` is given to build it, in the folder of its module, but for the place of the result. */
export const buildArguments = (binary: Binary): readonly string[] => [
  'build',
  '-mod=readonly',
  '-trimpath',
  '-buildvcs=false',
  '-ldflags',
  linkerFlags(binary),
  binary.package,
];

/** Changes with all that the binary is made of: its version alone is the same for another pin of what it requires. */
const digestOf = (binary: Binary): string => {
  const hash = createHash('sha256').update(JSON.stringify(buildArguments(binary)));
  const own = binary.package.startsWith('./') ? [join(binary.package, 'main.go')] : [];
  for (const file of ['go.mod', 'go.sum', ...own]) hash.update(readFileSync(join(goFolder, binary.module, file)));
  return hash.digest('hex').slice(0, 12);
};

/** Where the built binary lies: outside the repository, so that every checkout with the same pins shares it. */
export const binaryPath = (name: string): string => {
  const binary = known.find((candidate) => candidate.name === name);
  if (binary === undefined) {
    throw new Error(`no binary "${name}"; there are ${known.map((candidate) => candidate.name).join(', ')}`);
  }
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'fluxspan', 'live', `${binary.name}-${versionOf(binary)}-${digestOf(binary)}`);
};
