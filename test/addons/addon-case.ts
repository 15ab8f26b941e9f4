import { Chart, Testing } from 'cdk8s';
import { type AddonDefinition, type AddonInstance, FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, test } from 'vitest';
import { inspectionOf } from '../../src/addon/inspect.js';
import { exampleOf } from '../../src/contract/index.js';

/** An object of the Kubernetes API as JSON, of which a test looks at any part. */
export interface AnyObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: a test says by what it expects what it takes the object for
  readonly spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly [field: string]: any;
}

type AnySettings = Readonly<Record<string, unknown>>;

/** An addon of any types. */
interface AnyAddon {
  readonly definition: AddonDefinition;
  // biome-ignore lint/suspicious/noExplicitAny: the settings of an addon are its own; each test gives those of its addon
  (settings?: any): AddonInstance;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  addTo(chart: Chart, use?: any): void;
}

const byIdentity = (objects: readonly AnyObject[]): Readonly<Record<string, AnyObject>> =>
  Object.fromEntries(
    objects
      .map((one) => [`${one.kind} ${one.metadata.namespace ?? ''}/${one.metadata.name}`, one] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Without the quotes that Flux puts around a var: synth writes them, since it knows that Flux will substitute. */
const withoutQuotes = (objects: ReturnType<typeof byIdentity>): ReturnType<typeof byIdentity> =>
  JSON.parse(JSON.stringify(objects).replaceAll('${q}', '')) as ReturnType<typeof byIdentity>;

/** The objects of other addons that this one names: alone in a cluster, they must be there without fluxspan. */
const externalReferences = ({ options }: AddonDefinition): AnySettings => {
  const { shape } =
    (options as { shape?: Readonly<Record<string, { parse(value: undefined): object }>> } | undefined) ?? {};
  return Object.fromEntries(
    ['store', 'gateway', 'issuer'].flatMap((key) => {
      const option = shape?.[key];
      return option === undefined ? [] : [[key, { ...option.parse(undefined), external: true }]];
    }),
  );
};

/** The addon by itself, in a cluster that has all that it requires. */
export const synthAlone = (addon: AnyAddon, settings: AnySettings = {}, options: AnySettings = {}) => {
  const { definition } = addon;
  const cluster = new FluxCluster(new FluxApp(), 'alone', {
    ...options,
    external: [...(definition.requires ?? []), ...((options['external'] as readonly string[] | undefined) ?? [])],
  });
  cluster.stage('only', [addon({ ...externalReferences(definition), ...settings })] as readonly AddonInstance[]);
  const { objects, diagnostics, ...rest } = synthCluster(cluster);
  const all = objects as unknown as readonly AnyObject[];
  return {
    ...rest,
    // What others would read of it isn't there.
    diagnostics: diagnostics.filter(({ code }) => code !== 'FX763'),
    /** Those of the addon's folder. */
    objects: all.filter(
      (one) => one.metadata.namespace !== 'flux-system' || !['Kustomization', 'GitRepository'].includes(one.kind),
    ),
    /** Those of the cluster's folder: its Kustomization, and its Git source. */
    entry: all.filter((one) => ['Kustomization', 'GitRepository'].includes(one.kind)),
    find: (kind: string, name: string): AnyObject => {
      const found = all.find((one) => one.kind === kind && one.metadata.name === name);
      if (found === undefined)
        throw new Error(`no ${kind}/${name}; there are ${Object.keys(byIdentity(all)).join(', ')}`);
      return found;
    },
  };
};

/** The addon in a cdk8s chart, as `cdk8s synth` would make it. */
export const synthChart = (addon: AnyAddon, use: AnySettings = {}): readonly AnyObject[] => {
  const chart = new Chart(Testing.app(), 'plain');
  addon.addTo(chart, use);
  return Testing.synth(chart) as readonly AnyObject[];
};

/** `metadata.name` of the GitRepository that an addon makes. */
const nameOfSource = ({ name, source }: AddonDefinition): string =>
  (source?.kind === 'GitRepository' ? source.props.name : undefined) ?? name;

/**
 * What every addon of fluxspan keeps, whatever it installs.
 *
 * @param options of the cluster: what is there without fluxspan, besides what the addon requires
 */
export const describeAddon = (addon: AnyAddon, options: AnySettings = {}): void => {
  const { definition } = addon;
  const { inputs } = inspectionOf(addon() as never);
  const releases = Object.entries(definition.charts ?? {});
  /** What the cluster's code says of one release, as the addon takes it: by release, where it has several. */
  const byRelease = (release: string, what: unknown) => (releases.length === 1 ? what : { [release]: what });

  describe(`addon ${definition.name}`, () => {
    test('works alone in a cluster that has what it requires', () => {
      const { diagnostics, entry, contract } = synthAlone(addon, {}, options);
      expect(diagnostics).toEqual([]);
      expect(entry.find(({ kind }) => kind === 'Kustomization')?.metadata).toEqual({
        name: definition.name,
        namespace: 'flux-system',
      });
      expect(Object.entries(contract.vars).filter(([, { readBy }]) => readBy.length === 0)).toEqual([]);
      expect(Object.keys(contract.values)).toEqual([...inputs.values.keys()].sort());
    });

    test('says in a sentence what it is for', () => {
      expect(definition.description).toMatch(/^\S.{5,80}[^.\s]$/);
    });

    if (definition.source === undefined) {
      test('makes the same objects in a cdk8s chart', () => {
        const isNamespace = ({ kind }: AnyObject) => kind === 'Namespace';
        const inCluster = synthAlone(addon, {}, options).objects.filter((one) => !isNamespace(one));
        const inChart = synthChart(addon, { options: externalReferences(definition) });
        expect(byIdentity(inChart.filter((one) => !isNamespace(one)))).toEqual(withoutQuotes(byIdentity(inCluster)));
        // In a chart nobody else makes the namespace; in a cluster Terraform does, where it writes into it.
        const own = definition.createNamespace === true ? [definition.namespace] : [];
        expect(inChart.filter(isNamespace).map(({ metadata }) => metadata.name)).toEqual(own);
      });

      test('takes what Terraform knows as literals in a cdk8s chart', () => {
        const examples = (all: ReadonlyMap<string, { schema: Parameters<typeof exampleOf>[0] }>) =>
          Object.fromEntries([...all].map(([name, { schema }]) => [name, exampleOf(schema)]));
        const made = synthChart(addon, { infra: { vars: examples(inputs.vars), values: examples(inputs.values) } });
        expect(JSON.stringify(made)).not.toContain('${');
        for (const value of Object.values(examples(inputs.vars))) expect(JSON.stringify(made)).toContain(String(value));
        const configMaps = made.filter(
          ({ kind, metadata }) => kind === 'ConfigMap' && /-terraform$/.test(metadata.name),
        );
        expect(configMaps.map(({ metadata }) => metadata.name).sort()).toEqual(
          [...inputs.values.keys()].map((release) => `${release}-values-terraform`).sort(),
        );
      });
    }

    if (releases.length > 0) {
      test.each(releases)('takes another version of the chart %s', (release, chart) => {
        const { find } = synthAlone(addon, { version: byRelease(release, '0.0.1-test') }, options);
        if (chart.url.startsWith('oci://')) {
          expect(find('OCIRepository', chart.sourceName ?? definition.name).spec.ref).toEqual({ tag: '0.0.1-test' });
        } else expect(find('HelmRelease', release).spec.chart.spec.version).toBe('0.0.1-test');
      });

      test.each(releases)('takes values for the release %s over its own', (release) => {
        const before = synthAlone(addon, {}, options).find('HelmRelease', release).spec.values;
        const given = { fluxspanProbe: { on: true } };
        const after = synthAlone(addon, { values: byRelease(release, given) }, options).find('HelmRelease', release)
          .spec.values;
        expect(after).toEqual({ ...before, ...given });
      });
    }

    if (definition.source !== undefined) {
      test('takes another tag of its repository', () => {
        const { find } = synthAlone(addon, { version: 'v0.0.1-test' }, options);
        expect(find('GitRepository', nameOfSource(definition)).spec.ref).toEqual({
          tag: 'v0.0.1-test',
        });
      });
    }

    test('refuses an option that it does not have', () => {
      const { diagnostics } = synthAlone(addon, { optoin: 1 }, options);
      expect(diagnostics.map(({ message }) => message)).toEqual([`addon "${definition.name}" has no option "optoin"`]);
    });
  });
};
