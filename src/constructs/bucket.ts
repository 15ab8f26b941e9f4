import type { Construct } from 'constructs';
import type { BucketSpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { ApiInput } from './api-input.js';
import type { Duration } from './duration.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { splitProps } from './split-props.js';

type Spec = ApiInput<BucketSpec>;

/** https://fluxcd.io/flux/components/source/buckets/ */
export interface BucketProps extends NamespacedProps, Omit<Spec, 'interval'> {
  /** @default '1h' */
  readonly interval?: Duration;
}

/** A bucket of S3, Azure Blob or Google Cloud Storage. It lives in `flux-system` unless it says otherwise. */
export class Bucket extends Manifest {
  static readonly kind = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'Bucket',
    scope: 'Namespaced',
  } as const;

  constructor(scope: Construct, id: string, props: BucketProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, Bucket.kind, { namespace: FLUX_NAMESPACE, ...object }, { spec: { interval: '1h', ...spec } });
  }
}
