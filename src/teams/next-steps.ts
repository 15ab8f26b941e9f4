import { isAlertsOption, type OtherDestination } from '../alerts/alerts.js';
import { alertsNeeds, destinationsOf } from '../alerts/build-alerts.js';
import { dataOf } from '../alerts/destination-of-type.js';
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
    .flatMap((one) => secretsOf(one.options, url, home))
    .filter((one, index, list) => list.findIndex((other) => other.name === one.name) === index);
  for (const { name: secret, what, command, namespace = home } of secrets) {
    const when = namespace === home ? 'when Flux has made the namespace' : 'before it is merged';
    steps.push(
      `Make the Secret "${secret}" in namespace "${namespace}", ${what}, in each cluster, ${when}:\n${command(secret, namespace)}`,
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
  /** @default - the team's first namespace */
  readonly namespace?: string;
  command(name: string, namespace: string): string;
}

const secretsOf = (options: object, url: string | undefined, home: string): readonly NeededSecret[] => {
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
    ...secretsOfAlerts(alerts, home),
    ...of(receiver).map((name) => ({
      name,
      what: 'with the token that the webhook of the repository is signed with',
      isOfSource: false,
      command: (secret: string, namespace: string) =>
        `kubectl create secret generic ${secret} --namespace ${namespace} --from-literal=token="$TOKEN"`,
    })),
  ];
};

/** The Secrets that someone brings for its alerts: nothing else makes them. */
const secretsOfAlerts = (given: unknown, home: string): readonly NeededSecret[] => {
  if (!isAlertsOption(given)) return [];
  const all = [given].flat();
  const brought = alertsNeeds(all, home).brought.map((one) => ({ ...one, joint: ' and ' }));
  const others = all.flatMap(destinationsOf).flatMap((one) => {
    const name = dataOf(one) === undefined ? (one as OtherDestination).secretRef?.name : undefined;
    return name === undefined
      ? []
      : [{ name: String(name), namespace: home, keys: ['address', 'token'], joint: ' or ' }];
  });
  return [...brought, ...others].map(({ name, namespace, keys, joint }) => ({
    name,
    namespace,
    what: `with the ${keys.join(joint)} to which alerts go`,
    isOfSource: false,
    command: () =>
      `kubectl create secret generic ${name} --namespace ${namespace} ${keys.map((key) => `--from-literal=${key}="$${key.toUpperCase()}"`).join(' ')}`,
  }));
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
