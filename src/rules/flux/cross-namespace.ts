import type { HelmChart } from '../../constructs/helm-chart.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, isFluxGroup, placeIn, type StateObject, specOf } from '../rule.js';

const crossNamespace = defineDiagnostic({
  code: 'FX613',
  name: 'cross-namespace',
  severity: 'error',
  summary:
    'An object refers to a source or another Flux object in another namespace, which `lockdown: true` of the cluster forbids.',
  page: {
    example:
      "new FluxCluster(app, 'dev', { lockdown: true })   // and helmChart({ …, sourceNamespace: 'flux-system' })",
    flux: 'cross-namespace references are not allowed: cannot access OCIRepository flux-system/web',
    right:
      "keep the source in its release's namespace, where `lockdown` puts a chart's source; or set sourceNamespace: 'release-namespace'",
  },
  exceptable: true,
});

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/**
 * With `--no-cross-namespace-refs`, Flux rejects sources in other namespaces and doesn't retry, an Alert drops events
 * of other namespaces, and a Receiver ignores objects there. It forbids neither `dependsOn` nor a `readyExpr`, which may
 * read the whole object of the other namespace.
 */
export const crossNamespaceRule = defineRule(
  [crossNamespace],
  ({ units, lockdown }, report) => {
    if (!lockdown) return;
    for (const { objects, entry } of units) {
      // What is applied to another cluster is for the Flux of that cluster.
      const isRemote = entry.some((one) => one.kind === 'Kustomization' && specOf(one)['kubeConfig'] !== undefined);
      for (const object of [...(isRemote ? [] : objects), ...entry]) {
        for (const [path, { kind = 'source', name = '', namespace }] of referencesOf(object)) {
          if (namespace === undefined || namespace === object.namespace || holdsExpression(namespace)) continue;
          report(
            diagnose(crossNamespace, {
              message: `${object.title} in namespace "${object.namespace ?? ''}" refers to ${kind}/${name} in "${namespace}", which lockdown forbids`,
              at: placeIn(object, path),
              notes: [refusal(object, path, kind, `${namespace}/${name}`)],
              fix: fixOf(object, namespace),
            }),
          );
        }
      }
    }
  },
  { looksAtApplied: true },
);

/** A setting moves the source of a pinned chart; any other source must be declared elsewhere. */
const fixOf = ({ construct, kind, namespace }: StateObject, other: string): string => {
  if (kind === 'Alert' || kind === 'Receiver')
    return `make ${kind === 'Alert' ? 'an' : 'a'} ${kind} of its own in namespace "${other}"`;
  const { chartSource } = (construct ?? {}) as { readonly chartSource?: HelmChart };
  if (chartSource === undefined) {
    return `make the source in namespace "${namespace ?? ''}", or take lockdown: true off the cluster`;
  }
  return chartSource.sourceNamespace === undefined
    ? "take chartSourceNamespace: 'flux-system' off the cluster"
    : "take sourceNamespace: 'flux-system' off the chart";
};

/** Each of Flux's controllers words its error differently, and helm-controller keeps one to itself. */
const refusal = (reader: StateObject, path: string, kind: string, name: string): string => {
  // helm-controller makes a HelmChart next to the source. As it may not, it sets no condition and sends no event.
  if (path === 'spec.chart.spec.sourceRef') {
    const chart = `${name.slice(0, name.indexOf('/'))}/${reader.namespace}-${reader.name}`;
    return `the release gets no condition and no event; only the log of helm-controller has: cross-namespace references are not allowed: cannot access HelmChart ${chart}`;
  }
  return `Flux reports: ${reportOf(reader, kind, name)}`;
};

const reportOf = (reader: StateObject, kind: string, name: string): string => {
  switch (reader.kind) {
    case 'HelmRelease':
      return `cross-namespace references are not allowed: cannot access ${kind} ${name}`;
    case 'Alert':
      return `alert '${reader.namespace}/${reader.name}' can't process event from '${kind}/${name}', cross-namespace references have been blocked`;
    case 'ArtifactGenerator':
      return `cross-namespace reference to source ${kind}/${name} is not allowed`;
    case 'Receiver':
      return 'cross-namespace references are not allowed';
    case 'ImagePolicy':
      return `cannot access '${kind}/${name}', cross-namespace references have been blocked`;
    default:
      return `can't access '${kind}/${name}', cross-namespace references have been blocked`;
  }
};

const referencesOf = (object: StateObject): readonly (readonly [string, Reference])[] => {
  if (!isFluxGroup(object.group) && object.group !== 'source.extensions.fluxcd.io') return [];
  const { sourceRef, chartRef, chart, imageRepositoryRef, ...spec } = specOf(object) as {
    sourceRef?: Reference;
    chartRef?: Reference;
    chart?: { spec?: { sourceRef?: Reference } };
    imageRepositoryRef?: Reference;
    eventSources?: readonly Reference[];
    resources?: readonly Reference[];
    sources?: readonly Reference[];
  };
  const each = (field: 'eventSources' | 'resources' | 'sources') => {
    const all = spec[field];
    return listOf(all).map((one, index) => [`spec.${field}[${index}]`, one] as const);
  };
  const all = [
    ['spec.sourceRef', sourceRef],
    ['spec.chartRef', chartRef],
    ['spec.chart.spec.sourceRef', chart?.spec?.sourceRef],
    ['spec.imageRepositoryRef', imageRepositoryRef && { kind: 'ImageRepository', ...imageRepositoryRef }],
    // https://github.com/fluxcd/notification-controller/tree/main/internal/server
    ...(object.kind === 'Alert' ? each('eventSources') : []),
    ...(object.kind === 'Receiver' ? each('resources') : []),
    // source-watcher has the flag, too.
    ...(object.kind === 'ArtifactGenerator' ? each('sources') : []),
  ] as const;
  return all.flatMap(([path, reference]) => (isObject(reference) ? [[path, reference as Reference] as const] : []));
};
