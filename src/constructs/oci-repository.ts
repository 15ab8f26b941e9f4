import type { Construct } from 'constructs';
import { OCIRepository as Generated, type OCIRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { Duration } from './duration.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://fluxcd.io/flux/components/source/ocirepositories/ */
export interface OCIRepositoryProps extends NamespacedProps, Omit<OCIRepositorySpec, 'interval'> {
  /** How often Flux looks for a new version. @default '1h' */
  readonly interval?: Duration;
}

/** An artifact in an OCI registry: a chart, or a tree. It lives in `flux-system` unless it says otherwise. */
export class OCIRepository extends Generated {
  constructor(scope: Construct, id: string, props: OCIRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { namespace: FLUX_NAMESPACE, ...object, spec: { interval: '1h', ...spec } });
  }
}
