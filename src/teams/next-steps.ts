import { isObject } from '../json/is-object.js';
import type { Team } from './parse-teams.js';

/** What a team does once it is in teams.yaml and merged, a text each; some have lines with commands below them. */
export const nextSteps = ({ name, environments }: Team): readonly string[] => {
  const all = [...environments].map(([environment, { options, ref }]) => ({ environment, options, ref }));
  const [first] = all;
  if (first === undefined) return [];
  const { options } = first;
  const home = options.namespaces?.[0] ?? name;
  const source = options.source?.props as { readonly url?: string } | undefined;
  const url = source?.url;
  const steps: string[] = [];
  if (url === undefined) {
    steps.push(`There is no source yet, so Flux applies nothing for the team: add source and branch to "${name}".`);
  } else {
    const folder = options.path ?? './';
    const what = url.startsWith('oci://') ? 'of the artifact' : 'of the repository';
    const follows = all.map(({ environment, ref }) => `${environment} gets ${refText(ref)}`).join(', ');
    steps.push(`Put the manifests into the folder ${folder} ${what} ${url}: ${follows}.`);
  }
  const secrets = all
    .flatMap((one) => secretsOf(one.options, url))
    .filter((one, index, list) => list.findIndex((other) => other.name === one.name) === index);
  for (const { name: secret, what, command } of secrets) {
    steps.push(
      `Make the Secret "${secret}" in namespace "${home}", ${what}, in each cluster, when Flux has made the namespace:\n${command(secret, home)}`,
    );
  }
  if (url !== undefined && secrets.every(({ isOfSource }) => !isOfSource) && !url.startsWith('oci://'))
    steps.push('If the repository is private, name a Secret: source: { url: …, secretRef: { name: git } }.');
  steps.push(
    `See what Flux does with it: kubectl get gitrepositories,ocirepositories,kustomizations --namespace ${home}`,
  );
  return steps;
};

/** `the branch main`, `the newest tag of 1.x`. */
export const refText = (ref: Readonly<Record<string, string>>): string => {
  const [kind, value] = Object.entries(ref)[0] ?? [];
  if (kind === undefined) return 'nothing';
  return kind === 'semver' ? `the newest tag of ${value}` : `the ${kind} ${value}`;
};

interface NeededSecret {
  readonly name: string;
  /** What it is for. */
  readonly what: string;
  readonly isOfSource: boolean;
  command(name: string, namespace: string): string;
}

const secretsOf = (options: object, url: string | undefined): readonly NeededSecret[] => {
  const { source, alerts, receiver } = options as Readonly<Record<string, unknown>>;
  const props = isObject(source) && isObject(source['props']) ? source['props'] : {};
  const of = (value: unknown): readonly string[] =>
    isObject(value) && isObject(value['secretRef']) ? [String(value['secretRef']['name'])] : [];
  return [
    ...of(props).map((name) => ({
      name,
      what: 'with which Flux fetches it',
      isOfSource: true,
      command: commandOfSource(url ?? ''),
    })),
    ...of(alerts).map((name) => ({
      name,
      what: 'with the address to which alerts go',
      isOfSource: false,
      command: (secret: string, namespace: string) =>
        `kubectl create secret generic ${secret} --namespace ${namespace} --from-literal=address="$WEBHOOK"`,
    })),
    ...of(receiver).map((name) => ({
      name,
      what: 'with the token that the webhook of the repository is signed with',
      isOfSource: false,
      command: (secret: string, namespace: string) =>
        `kubectl create secret generic ${secret} --namespace ${namespace} --from-literal=token="$TOKEN"`,
    })),
  ];
};

const commandOfSource =
  (url: string) =>
  (name: string, namespace: string): string => {
    if (url.startsWith('oci://'))
      return `kubectl create secret docker-registry ${name} --namespace ${namespace} --docker-server=${hostOf(url)} --docker-username="$USER" --docker-password="$TOKEN"`;
    return url.startsWith('http')
      ? `kubectl create secret generic ${name} --namespace ${namespace} --from-literal=username=git --from-literal=password="$TOKEN"`
      : `flux create secret git ${name} --namespace ${namespace} --url=${url} --private-key-file=id_ed25519`;
  };

const hostOf = (url: string): string => url.replace(/^\w+:\/\//, '').split('/')[0] ?? '';
