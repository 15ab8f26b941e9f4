import type { HelmChart } from '../../constructs/helm-chart.js';
import { fieldsOf } from '../../json/as-shape.js';
import { specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { StateObject, Unit } from '../rule.js';

/**
 * Where the cluster fetches a release's chart, as arguments of `fluxspan import chart`: the address of the source in
 * the tree, which a mirror may have given it.
 */
export const fetchedChart = (
  release: StateObject,
  units: readonly Pick<Unit, 'objects'>[],
  { url, chart }: HelmChart,
): string => {
  const { chartRef, chart: template } = specOf(release.json);
  const ref = fieldsOf(chartRef ?? fieldsOf(fieldsOf(template)['spec'])['sourceRef']);
  const source = units
    .flatMap(({ objects }) => objects)
    .find(
      (one) =>
        one.group === 'source.toolkit.fluxcd.io' &&
        one.kind === ref['kind'] &&
        one.name === ref['name'] &&
        one.namespace === (ref['namespace'] ?? release.namespace),
    );
  const own = source === undefined ? undefined : specOf(source.json)['url'];
  const address = typeof own === 'string' && !holdsExpression(own) ? own : url;
  if (chart === undefined) return address;
  // A Helm repository in a registry has a chart for each name below it.
  return address.startsWith('oci://') ? `${address.replace(/\/+$/, '')}/${chart}` : `${address} --chart ${chart}`;
};
