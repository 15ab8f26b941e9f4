import type { Construct } from 'constructs';
import { type BucketSpec, Bucket as Generated } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { Duration } from './duration.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://fluxcd.io/flux/components/source/buckets/ */
export interface BucketProps extends NamespacedProps, Omit<BucketSpec, 'interval'> {
  /** How often Flux looks for a new version. @default '1h' */
  readonly interval?: Duration;
}

/** A bucket of S3, Azure Blob or Google Cloud Storage. It lives in `flux-system` unless it says otherwise. */
export class Bucket extends Generated {
  constructor(scope: Construct, id: string, props: BucketProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { namespace: FLUX_NAMESPACE, ...object, spec: { interval: '1h', ...spec } });
  }
}
