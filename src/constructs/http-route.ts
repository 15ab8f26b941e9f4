import type { Construct } from 'constructs';
import { HTTPRoute as Generated, type HTTPRouteSpec } from '../../imports/gateway.networking.k8s.io.js';
import type { Gateway } from './gateway.js';
import type { NamespacedProps } from './object-props.js';
import { type ExternalMark, isConstructRef, type ObjectRef } from './reference.js';

/** A Gateway that another addon makes, or that is there without fluxspan (`external: true`). */
export interface GatewayRef extends ExternalMark {
  /** `metadata.name`. */
  readonly name: string;
  /** `metadata.namespace`. */
  readonly namespace: string;
}

type ApiParent = Exclude<NonNullable<HTTPRouteSpec['parentRefs']>[number], ObjectRef>;
type Parent = Gateway | (Omit<ApiParent, 'name'> & { readonly name: string });

/** https://gateway-api.sigs.k8s.io/reference/spec/#httproute */
export interface HTTPRouteProps extends NamespacedProps {
  readonly spec: Omit<HTTPRouteSpec, 'parentRefs'> & {
    /** Gateways by construct or reference; a reference may add `sectionName` and `port`. */
    readonly parentRefs: readonly Parent[];
  };
}

/** Routes of HTTP traffic from a Gateway to Services. */
export class HTTPRoute extends Generated {
  constructor(scope: Construct, id: string, props: HTTPRouteProps) {
    const parentRefs = props.spec.parentRefs.map((parent) =>
      isConstructRef(parent) ? parent : { external: false, ...parent, kind: parent.kind ?? 'Gateway' },
    );
    super(scope, id, { ...props, spec: { ...props.spec, parentRefs } });
  }
}
