import type { Construct } from 'constructs';
import type { HelmRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import type { ApiInput } from './api-input.js';
import type { Duration } from './duration.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { splitProps } from './split-props.js';

type Spec = ApiInput<HelmRepositorySpec>;

/** https://fluxcd.io/flux/components/source/helmrepositories/ */
export interface HelmRepositoryProps extends NamespacedProps, Omit<Spec, 'interval'> {
  /** @default '1h' */
  readonly interval?: Duration;
}

/** A Helm repository served over HTTP. It lives in `flux-system` unless it says otherwise. */
export class HelmRepository extends Manifest {
  static readonly kind = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    scope: 'Namespaced',
  } as const;

  constructor(scope: Construct, id: string, props: HelmRepositoryProps) {
    const { object, spec } = splitProps(props);
    super(
      scope,
      id,
      HelmRepository.kind,
      { namespace: FLUX_NAMESPACE, ...object },
      { spec: { interval: '1h', ...spec } },
    );
  }
}
