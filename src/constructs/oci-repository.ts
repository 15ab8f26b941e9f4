import type { Construct } from 'constructs';
import { OCIRepository as Generated, type OCIRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import { CHART_LAYER } from './chart-layer.js';
import type { Duration } from './duration.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://fluxcd.io/flux/components/source/ocirepositories/ */
export interface OCIRepositoryProps extends NamespacedProps, Omit<OCIRepositorySpec, 'interval'> {
  /** How often Flux looks for a new version. @default '1h' */
  readonly interval?: Duration;
}

const HOLDS_CHART = Symbol.for('fluxspan.holdsChart');

/** Says of an OCIRepository that a release reads its chart from it. */
export const markChart = (source: object): void => {
  Object.defineProperty(source, HOLDS_CHART, { value: true, configurable: true });
};

/**
 * An artifact in an OCI registry: a chart, or a tree. It lives in `flux-system` unless it says otherwise. As the
 * `chartRef` of a HelmRelease, it gets the `layerSelector` of a chart, unless it has one.
 */
export class OCIRepository extends Generated {
  constructor(scope: Construct, id: string, props: OCIRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { namespace: FLUX_NAMESPACE, ...object, spec: { interval: '1h', ...spec } });
  }

  override toJson(): Record<string, unknown> {
    const json = super.toJson();
    const spec = json['spec'] as Readonly<Record<string, unknown>> | undefined;
    if (!(HOLDS_CHART in this) || spec === undefined || 'layerSelector' in spec) return json;
    return { ...json, spec: { ...spec, layerSelector: { ...CHART_LAYER } } };
  }
}
