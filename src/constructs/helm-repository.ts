import type { Construct } from 'constructs';
import { HelmRepository as Generated, type HelmRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { Duration } from './duration.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://fluxcd.io/flux/components/source/helmrepositories/ */
export interface HelmRepositoryProps extends NamespacedProps, Omit<HelmRepositorySpec, 'interval'> {
  /** How often Flux looks for a new version. @default '1h' */
  readonly interval?: Duration;
}

/** A Helm repository served over HTTP. It lives in `flux-system` unless it says otherwise. */
export class HelmRepository extends Generated {
  constructor(scope: Construct, id: string, props: HelmRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { namespace: FLUX_NAMESPACE, ...object, spec: { interval: '1h', ...spec } });
  }
}
