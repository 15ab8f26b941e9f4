import type { Construct } from 'constructs';
import type { HttpRouteSpec, HttpRouteSpecParentRefs } from '../../imports/gateway.networking.k8s.io.js';
import type { ApiInput } from './api-input.js';
import type { Gateway } from './gateway.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { type ExternalMark, isConstructRef, type ReferenceMark } from './reference.js';

/** A Gateway that another addon makes, or that is there without fluxspan (`external: true`). */
export interface GatewayRef extends ExternalMark {
  readonly name: string;
  readonly namespace: string;
}

type Parent = Gateway | (Omit<ApiInput<HttpRouteSpecParentRefs>, 'name'> & { readonly name: string } & ExternalMark);

/** https://gateway-api.sigs.k8s.io/reference/spec/#httproute */
export interface HTTPRouteProps extends NamespacedProps {
  readonly spec: Omit<ApiInput<HttpRouteSpec>, 'parentRefs'> & {
    /** Gateways by construct or reference; a reference may add `sectionName` and `port`. */
    readonly parentRefs: readonly Parent[];
  };
}

/** Routes of HTTP traffic from a Gateway to Services. */
export class HTTPRoute extends Manifest {
  static readonly kind = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    scope: 'Namespaced',
  } as const;

  constructor(scope: Construct, id: string, props: HTTPRouteProps) {
    const references: ReferenceMark[] = [];
    const parentRefs = props.spec.parentRefs.map((parent, index) => {
      const target = isConstructRef(parent) ? parent : undefined;
      const { external = false, ...ref } =
        target === undefined
          ? (parent as Exclude<Parent, Gateway>)
          : { kind: 'Gateway', name: target.name, namespace: target.metadata.namespace };
      const kind = (ref.kind as string | undefined) ?? 'Gateway';
      references.push({ path: `spec.parentRefs[${index}]`, external, target });
      return { ...ref, kind };
    });
    super(scope, id, HTTPRoute.kind, props, { spec: { ...props.spec, parentRefs } }, references);
  }
}
