import type { Construct } from 'constructs';
import { HTTPRoute } from '../constructs/http-route.js';
import type { GatewayOption } from './references.js';

interface HttpsRoutes {
  readonly gateway: GatewayOption;
  readonly hostname: string;
  /** In the addon's namespace. */
  readonly service: { readonly name: string; readonly port: number };
  /** Headers that the service sees beside those of the client. */
  readonly headers: Readonly<Record<string, string>>;
}

const everything = [{ path: { type: 'PathPrefix', value: '/' } }] as const;

/**
 * The routes of a web application: HTTPS goes to its service, plain HTTP is told to come back with HTTPS. They are
 * named after the addon; the redirect's name ends in `-redirect`.
 */
export const addHttpsRoutes = (
  scope: Construct,
  name: string,
  { gateway, hostname, service, headers }: HttpsRoutes,
) => {
  const { httpListener, httpsListener, ...parent } = gateway;
  new HTTPRoute(scope, 'redirect', {
    name: `${name}-redirect`,
    spec: {
      parentRefs: [{ ...parent, sectionName: httpListener }],
      hostnames: [hostname],
      rules: [
        {
          matches: everything,
          filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }],
        },
      ],
    },
  });
  new HTTPRoute(scope, 'route', {
    name,
    spec: {
      parentRefs: [{ ...parent, sectionName: httpsListener }],
      hostnames: [hostname],
      rules: [
        {
          backendRefs: [{ ...service, weight: 1 }],
          matches: everything,
          filters: [
            {
              type: 'RequestHeaderModifier',
              requestHeaderModifier: {
                set: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
              },
            },
          ],
        },
      ],
    },
  });
};
