import type { Construct } from 'constructs';
import type { OciRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { ApiInput } from './api-input.js';
import type { Duration } from './duration.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { splitProps } from './split-props.js';

type Spec = ApiInput<OciRepositorySpec>;

/** https://fluxcd.io/flux/components/source/ocirepositories/ */
export interface OCIRepositoryProps extends NamespacedProps, Omit<Spec, 'interval'> {
  /** @default '1h' */
  readonly interval?: Duration;
}

/** An artifact in an OCI registry: a chart, or a tree. It lives in `flux-system` unless it says otherwise. */
export class OCIRepository extends Manifest {
  static readonly kind = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'OCIRepository',
    scope: 'Namespaced',
  } as const;

  constructor(scope: Construct, id: string, props: OCIRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(
      scope,
      id,
      OCIRepository.kind,
      { namespace: FLUX_NAMESPACE, ...object },
      { spec: { interval: '1h', ...spec } },
    );
  }
}
