import type { KubeObject } from '../kube-object.js';
import { objectsOf, type Tree } from '../tree.js';

/** Of the charts of the platform, the container that calls AWS, or none. A new chart must be added here. */
export const callsAws: Readonly<Record<string, string | undefined>> = {
  authentik: undefined,
  'aws-load-balancer-controller': 'aws-load-balancer-controller',
  base: undefined,
  'external-dns': 'external-dns',
  'external-secrets': 'external-secrets',
  headlamp: undefined,
  istiod: undefined,
  karpenter: 'controller',
  'metrics-server': undefined,
  reloader: undefined,
};

/** A release of the tree, as far as the names in its chart follow from it. */
export interface NamedRelease {
  readonly chart: string;
  readonly version: string;
  readonly release: string;
  readonly namespace: string;
  /** The values by which charts name things. */
  readonly naming: Readonly<Record<string, unknown>>;
}

/** The same with what Helm renders of the real chart: `research/render-accounts.js` writes it. */
export interface RenderedChart extends NamedRelease {
  /** The ServiceAccounts in the release's namespace. */
  readonly accounts: readonly string[];
  readonly pods: readonly {
    readonly of: string;
    readonly account: string;
    readonly containers: readonly string[];
  }[];
}

interface ReleaseSpec {
  readonly releaseName?: string;
  readonly chart?: { readonly spec: { readonly chart: string; readonly version: string } };
  readonly chartRef?: { readonly name: string; readonly namespace: string };
  readonly values?: Readonly<Record<string, unknown>>;
}

const namingKeys = ['fullnameOverride', 'nameOverride', 'serviceAccount'];

/** The releases of a cluster whose pods call AWS, each with all its inline values. */
export const releasesThatCallAws = (
  tree: Tree,
  cluster: string,
): readonly (NamedRelease & { readonly values: Readonly<Record<string, unknown>> })[] => {
  const folder = `k8s/addons/${cluster}/`;
  const objects = objectsOf(Object.fromEntries(Object.entries(tree).filter(([path]) => path.startsWith(folder))));
  const tagOf = ({ name, namespace }: { readonly name: string; readonly namespace: string }): string => {
    const source = objects.find(
      ({ kind, metadata }) =>
        kind === 'OCIRepository' && metadata.name === name && (metadata.namespace ?? namespace) === namespace,
    );
    return (source?.spec?.['ref'] as { tag?: string } | undefined)?.tag ?? '';
  };
  const releases = objects.flatMap(({ kind, metadata, spec }) => {
    if (kind !== 'HelmRelease') return [];
    const { releaseName = metadata.name, chart: inline, chartRef, values = {} } = spec as ReleaseSpec;
    const chart = inline?.spec.chart ?? chartRef?.name ?? '';
    if (!Object.hasOwn(callsAws, chart))
      throw new Error(`chart ${chart}: whether it calls AWS isn't in test/live/aws/rendered-charts.ts`);
    const naming = Object.fromEntries(Object.entries(values).filter(([key]) => namingKeys.includes(key)));
    const version = inline?.spec.version ?? (chartRef === undefined ? '' : tagOf(chartRef));
    return [{ chart, version, release: releaseName, namespace: metadata.namespace ?? '', naming, values }];
  });
  return releases.filter(({ chart }) => callsAws[chart] !== undefined).sort((a, b) => (a.chart < b.chart ? -1 : 1));
};

interface PodTemplate {
  readonly template?: {
    readonly spec?: {
      readonly serviceAccountName?: string;
      readonly containers?: readonly { readonly name: string }[];
    };
  };
}

/** What the objects of a release say of its service accounts, and of the pods that use them. */
export const accountsIn = (objects: readonly KubeObject[]): Pick<RenderedChart, 'accounts' | 'pods'> => ({
  accounts: objects.flatMap(({ kind, metadata }) => (kind === 'ServiceAccount' ? [metadata.name] : [])).sort(),
  pods: objects.flatMap((object) => {
    const pod = (object.spec as PodTemplate | undefined)?.template?.spec;
    if (pod?.containers === undefined) return [];
    const containers = pod.containers.map(({ name }) => name);
    return [{ of: `${object.kind}/${object.metadata.name}`, account: pod.serviceAccountName ?? 'default', containers }];
  }),
});

/** The service account of the pods that call AWS; throws where the chart renders no such pod, or not the account. */
export const accountThatCallsAws = ({ chart, namespace, accounts, pods }: RenderedChart) => {
  const container = callsAws[chart] ?? '';
  const [pod, ...more] = pods.filter(({ containers }) => containers.includes(container));
  if (pod === undefined || more.length > 0)
    throw new Error(
      `chart ${chart} renders ${more.length + Number(pod !== undefined)} pods with container ${container}`,
    );
  if (!accounts.includes(pod.account)) throw new Error(`chart ${chart} renders no ServiceAccount ${pod.account}`);
  return { namespace, name: pod.account };
};
