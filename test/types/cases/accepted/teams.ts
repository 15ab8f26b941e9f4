import { ConfigMap, FluxApp, FluxCluster, openTeams, tenant } from 'fluxspan';
import { type Equal, same } from '../equal.js';

interface Teams {
  readonly dev: 'claims' | 'pay';
  readonly prod: never;
}
const { teamsIn } = openTeams<Teams>((import.meta as { readonly url: string }).url, '../teams.yaml');

const members = teamsIn('dev', (team) => ({
    extend: (scope, { namespaces }) => void new ConfigMap(scope, team, { namespace: namespaces[0], data: {} }),
}));
same<Equal<(typeof members)[number]['name'], 'claims' | 'pay'>>();

const platform = (app: FluxApp, name: keyof Teams) =>
  new FluxCluster(app, name, {
    flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true },
  })
    .stage('tenants', teamsIn(name))
    .stage('more', [...teamsIn('prod'), tenant({ name: 'own' })], { dependsOn: ['tenants'] });

export const prod = platform(new FluxApp(), 'prod');
