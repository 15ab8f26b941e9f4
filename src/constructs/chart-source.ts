import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import { diagnose } from '../diagnostics/index.js';
import { reportProblem, tryFindAddonScope } from './addon-scope.js';
import { CHART_LAYER } from './chart-layer.js';
import { duplicateObject, objectName } from './diagnostics.js';
import type { HelmChart } from './helm-chart.js';
import { HelmRepository } from './helm-repository.js';
import { OCIRepository } from './oci-repository.js';

type Source = HelmRepository | OCIRepository;

/** What a source fetches, and how, so that two releases of one repository share it. */
interface Address {
  readonly shown: string;
  readonly settings: string;
}

const ADDRESS = Symbol.for('fluxspan.sourceAddress');

/** The annotation on an OCIRepository that says which chart is in it, whatever the URL of a mirror says. */
export const CHART_NAME = 'fluxspan.dev/chart';

/** Whether a version names one artifact, or a range in which Flux looks for the newest. */
export const isExactVersion = (version: string): boolean => !/[\^~*<>=|, xX]|^$/.test(version.replace(/[-+].*$/, ''));

/**
 * The source of a chart: the one that the addon (or plain chart) already has for it, or a new one.
 *
 * @param namespace that of the release, where it has one
 */
export const chartSource = (
  scope: Construct,
  chart: HelmChart,
  release: string,
  namespace: string | undefined,
): Source => {
  const addon = tryFindAddonScope(scope);
  const holder = addon?.root ?? Chart.of(scope);
  const isOci = chart.url.startsWith('oci://');
  const name = chart.sourceName ?? addon?.addon ?? release;
  const place = placeOfSource(scope, chart, release, namespace);
  // No id of an addon's own is like that.
  const id = `fluxspan: ${isOci ? 'OCIRepository' : 'HelmRepository'} ${place === FLUX_NAMESPACE ? '' : `${place}/`}${name}`;
  const address = addressOf(chart, isOci);
  const there = holder.node.tryFindChild(id) as Source | undefined;
  if (there !== undefined) {
    const other = (there as { readonly [ADDRESS]?: Address })[ADDRESS];
    const isSame = other?.shown === address.shown;
    if (!isSame || other.settings !== address.settings) {
      reportProblem(
        scope,
        diagnose(duplicateObject, {
          message: isSame
            ? `two charts of "${address.shown}" set up their source "${name}" differently`
            : `the sources of "${other?.shown}" and "${address.shown}" have one name, "${name}"`,
          at: { object: `HelmRelease/${release}` },
          fix: `give one of them a name: helmChart({ …, sourceName: '${release}' })`,
        }),
      );
    }
    return there;
  }
  const chartName = isOci ? chart.chart : undefined;
  const source = isOci
    ? new OCIRepository(holder, id, {
        ...chart.sourceSettings,
        name,
        namespace: place,
        ...(chartName === undefined ? {} : { annotations: { [CHART_NAME]: chartName } }),
        url: chart.url,
        ref: refOfArtifact(chart),
        layerSelector: chart.sourceSettings['layerSelector'] ?? CHART_LAYER,
      })
    : new HelmRepository(holder, id, { ...chart.sourceSettings, name, namespace: place, url: chart.url });
  Object.defineProperty(source, ADDRESS, { value: address });
  return source;
};

const addressOf = (chart: HelmChart, isOci: boolean): Address => {
  const version = `@${chart.version}${chart.digest === undefined ? '' : `@${chart.digest}`}`;
  return {
    shown: isOci ? `${chart.url}${version}${chart.chart === undefined ? '' : ` (${chart.chart})`}` : chart.url,
    settings: JSON.stringify([chart.semverFilter, Object.entries(chart.sourceSettings).sort()]),
  };
};

/** https://fluxcd.io/flux/components/source/ocirepositories/#reference */
const refOfArtifact = ({ version, digest, semverFilter }: HelmChart): object => {
  if (!isExactVersion(version)) return { semver: version, ...(semverFilter === undefined ? {} : { semverFilter }) };
  // Helm pushes 1.0.0+build.5 as 1.0.0_build.5, since no tag holds a plus; Flux reads it back.
  return { tag: version.replaceAll('+', '_'), ...(digest === undefined ? {} : { digest }) };
};

const placeOfSource = (scope: Construct, chart: HelmChart, release: string, namespace: string | undefined): string => {
  const place = chart.sourceNamespace ?? tryFindAddonScope(scope)?.chartSourceNamespace ?? 'flux-system';
  if (place === 'flux-system') return FLUX_NAMESPACE;
  // In an addon, a release without a namespace is reported where it is made.
  if (namespace === undefined && tryFindAddonScope(scope) === undefined) {
    reportProblem(
      scope,
      diagnose(objectName, {
        message: `the source of release "${release}" lives in the release's namespace, and the release has none`,
        at: { object: `HelmRelease/${release}` },
        fix: 'give the release or its cdk8s chart a `namespace`',
      }),
    );
  }
  return namespace ?? FLUX_NAMESPACE;
};
