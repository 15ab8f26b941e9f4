import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { diagnose } from '../diagnostics/index.js';
import { reportProblem, tryFindAddonScope } from './addon-scope.js';
import { duplicateObject } from './diagnostics.js';
import type { HelmChart } from './helm-chart.js';
import { HelmRepository } from './helm-repository.js';
import { OCIRepository } from './oci-repository.js';

type Source = HelmRepository | OCIRepository;

/** What the source of a chart says, so that two releases of one repository share it. */
const ADDRESS = Symbol.for('fluxspan.sourceAddress');

/** The annotation on an OCIRepository that says which chart is in it, whatever the URL of a mirror says. */
export const CHART_NAME = 'fluxspan.dev/chart';

/** Whether a version names one artifact, or a range in which Flux looks for the newest. */
const isExact = (version: string): boolean => !/[\^~*<>=|, xX]|^$/.test(version.replace(/[-+].*$/, ''));

/** The source of a chart: the one that the addon (or plain chart) already has for it, or a new one. */
export const chartSource = (scope: Construct, chart: HelmChart, release: string): Source => {
  const addon = tryFindAddonScope(scope);
  const holder = addon?.root ?? Chart.of(scope);
  const isOci = chart.url.startsWith('oci://');
  const name = chart.sourceName ?? addon?.addon ?? release;
  // No id of an addon's own is like that.
  const id = `fluxspan: ${isOci ? 'OCIRepository' : 'HelmRepository'} ${name}`;
  const chartName = isOci ? chart.chart : undefined;
  const address = isOci
    ? `${chart.url}@${chart.version}${chartName === undefined ? '' : ` (${chartName})`}`
    : chart.url;
  const there = holder.node.tryFindChild(id) as Source | undefined;
  if (there !== undefined) {
    const other = (there as { readonly [ADDRESS]?: string })[ADDRESS];
    if (other !== address) {
      reportProblem(
        scope,
        diagnose(duplicateObject, {
          message: `the sources of "${other}" and "${address}" have one name, "${name}"`,
          at: { object: `HelmRelease/${release}` },
          fix: `give one of them a name: helmChart({ …, sourceName: '${release}' })`,
        }),
      );
    }
    return there;
  }
  const source = isOci
    ? new OCIRepository(holder, id, {
        name,
        ...(chartName === undefined ? {} : { annotations: { [CHART_NAME]: chartName } }),
        url: chart.url,
        // Helm pushes 1.0.0+build.5 as 1.0.0_build.5, since no tag holds a plus; Flux reads it back.
        ref: isExact(chart.version) ? { tag: chart.version.replaceAll('+', '_') } : { semver: chart.version },
      })
    : new HelmRepository(holder, id, { name, url: chart.url });
  Object.defineProperty(source, ADDRESS, { value: address });
  return source;
};
