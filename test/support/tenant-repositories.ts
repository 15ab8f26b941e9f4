/** The app of a platform with the tenant "claims", as its repository has it in src/app.ts. */
export const fleetApp = ({ gateways = "[{ name: 'public', namespace: 'ingress' }]", source = true } = {}): string => `
import { ConfigMap, defineAddon, FluxApp, FluxCluster, gitSource, hostname, tenant } from 'fluxspan';
import { z } from 'zod';

const app = new FluxApp();
const vars = { TF_DOMAIN: hostname(), TF_SIZE: z.enum(['s', 'l']).default('s'), TF_DAYS: z.int().min(1) };
const dns = defineAddon({
  name: 'dns',
  namespace: 'dns',
  createNamespace: true,
  infra: { vars },
  build: (scope, { vars }) => {
    new ConfigMap(scope, 'dns', { data: { domain: vars.TF_DOMAIN, size: vars.TF_SIZE, days: \`\${vars.TF_DAYS}\` } });
  },
});
for (const name of ['dev', 'prod'] as const) {
  new FluxCluster(app, name, { external: ['gateway.networking.k8s.io', 'external-secrets.io'],
    flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true },
    })
    .stage('platform', [dns()])
    .stage('tenants', [
      tenant({
        name: 'claims',
        groups: 'claims-developers',
        ${source ? "source: gitSource({ url: 'https://git.example.org/claims', ref: { branch: 'main' } }), path: `./k8s/clusters/${name}`," : ''}
        gateways: ${gateways},
        stores: ['vault'],
        vars,
      }),
      tenant({ name: 'people' }),
    ]);
}
export default app;
`;

/** The app of the team's own repository. */
export const teamApp = ({ gateway = 'gateways.public', domain = 'vars.TF_DOMAIN', more = '' } = {}): string => `
import { ConfigMap, defineAddon, FluxApp, FluxTenant, HTTPRoute } from 'fluxspan';
import { gateways, namespaces, platform, vars } from '../imports/claims.dev.js';

const web = defineAddon({
  name: 'web',
  namespace: namespaces[0],
  requires: ['gateway.networking.k8s.io'],
  infra: { vars: { TF_DOMAIN: ${domain} } },
  build: (scope, { vars }) => {
    new ConfigMap(scope, 'settings', { name: 'settings', data: { host: \`web.\${vars.TF_DOMAIN}\` } });
    ${gateway === '' ? '' : `new HTTPRoute(scope, 'route', { name: 'web', spec: { parentRefs: [${gateway}] } });`}
    ${more}
  },
});

const app = new FluxApp();
new FluxTenant(app, 'dev', platform).stage('apps', [web()]);
export default app;
`;

/** The tsconfig.json of a project that fluxspan init made. */
export const tsconfig = `{
  "compilerOptions": {
    "target": "ES2023", "module": "NodeNext", "strict": true, "noUncheckedIndexedAccess": true, "skipLibCheck": true, "noEmit": true
  },
  "include": ["src", "imports"]
}
`;
