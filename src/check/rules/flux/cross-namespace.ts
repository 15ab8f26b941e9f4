import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import type { HelmChart } from '../../../constructs/helm-chart.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { isFluxGroup, specOf } from '../../cluster-index.js';
import { defineRule } from '../../rule.js';

const crossNamespace = defineDiagnostic({
  code: 'FX613',
  name: 'cross-namespace',
  severity: 'error',
  summary: 'An object refers to a source of another namespace, which a cluster with `lockdown: true` forbids.',
  page: {
    example:
      "new FluxCluster(app, 'dev', { lockdown: true })   // and helmChart({ …, sourceNamespace: 'flux-system' })",
    flux: 'cross-namespace references are not allowed: cannot access OCIRepository flux-system/web',
    right:
      "the source in the namespace of its release, where `lockdown` puts that of a chart; or sourceNamespace: 'release-namespace'",
  },
  exceptable: true,
});

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** Under `--no-cross-namespace-refs` Flux refuses a source of another namespace, and does not try again. */
export const crossNamespaceRule = defineRule([crossNamespace], ({ cluster, addons }, report) => {
  if (!cluster.lockdown) return;
  for (const { objects, entry } of addons) {
    for (const object of [...objects, ...entry]) {
      for (const [path, { kind = 'source', name = '', namespace }] of referencesOf(object)) {
        if (namespace === undefined || namespace === object.namespace) continue;
        report(
          diagnose(crossNamespace, {
            message: `${object.title} in namespace "${object.namespace ?? ''}" refers to ${kind}/${name} in "${namespace}", which lockdown forbids`,
            at: { addon: object.addon, object: object.title, path },
            notes: [`Flux says: ${refusal(object.kind, kind, `${namespace}/${name}`)}`],
            fix: fixOf(object),
          }),
        );
      }
    }
  }
});

/** The source of a pinned chart moves by a setting; any other one is made elsewhere. */
const fixOf = ({ construct, namespace }: CompiledObject): string => {
  const { chartSource } = construct as { readonly chartSource?: HelmChart };
  if (chartSource === undefined) {
    return `make the source in namespace "${namespace ?? ''}", or take lockdown: true off the cluster`;
  }
  return chartSource.sourceNamespace === undefined
    ? "take chartSourceNamespace: 'flux-system' off the cluster"
    : "take sourceNamespace: 'flux-system' off the chart";
};

/** Each of Flux's controllers has words of its own. */
const refusal = (reader: string, kind: string, name: string): string =>
  reader === 'HelmRelease'
    ? `cross-namespace references are not allowed: cannot access ${kind} ${name}`
    : `can't access '${kind}/${name}', cross-namespace references have been blocked`;

const referencesOf = (object: CompiledObject): readonly (readonly [string, Reference])[] => {
  if (!isFluxGroup(object.group)) return [];
  const { sourceRef, chartRef, chart } = specOf(object) as {
    sourceRef?: Reference;
    chartRef?: Reference;
    chart?: { spec?: { sourceRef?: Reference } };
  };
  const all = [
    ['spec.sourceRef', sourceRef],
    ['spec.chartRef', chartRef],
    ['spec.chart.spec.sourceRef', chart?.spec?.sourceRef],
  ] as const;
  return all.flatMap(([path, reference]) => (reference === undefined ? [] : [[path, reference] as const]));
};
