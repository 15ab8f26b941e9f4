import {
  alerts,
  commitStatus,
  discord,
  FluxApp,
  FluxCluster,
  githubDispatch,
  gitSource,
  googleChat,
  msTeams,
  pagerDuty,
  receiver,
  slack,
  tenant,
  webhook,
} from 'fluxspan';

const address = 'https://github.com/acme/platform';
const toChat = alerts({ to: slack({ channel: 'platform', secret: { bootstrap: 'slack' } }) });

new FluxCluster(new FluxApp(), 'dev', {
  alerts: [
    toChat,
    alerts({
      to: [
        msTeams({ secret: { sops: 'secrets/teams.enc.yaml' } }),
        googleChat({ secret: { store: 'vault', key: 'flux/chat', property: 'address' }, timeout: '10s' }),
        discord({ secret: 'discord', username: 'flux' }),
        pagerDuty({ secret: { bootstrap: 'pagerduty' }, address: 'https://events.eu.pagerduty.com' }),
        webhook({ address: 'https://alerts.example.org', hmac: true, secret: { bootstrap: 'hook', keys: ['token'] } }),
        commitStatus({ type: 'github', address, secret: { bootstrap: 'github' } }),
        commitStatus({ type: 'azuredevops', address, serviceAccountName: 'azure' }),
        githubDispatch({ name: 'dispatch', address, secret: { bootstrap: 'github' } }),
        { type: 'telegram', channel: '@platform', secretRef: { name: 'telegram' } },
      ],
      recoveries: true,
      exclude: ['quota exceeded'],
      metadata: { team: 'platform' },
      requires: ['secret-store'],
    }),
  ],
  receiver: receiver({
    type: 'gitlab',
    secret: { bootstrap: 'push' },
    route: { host: 'flux.example.org', gateway: { name: 'public', namespace: 'ingress', external: true } },
  }),
})
  .stage('apps', [], { alerts: toChat })
  .stage('tenants', [
    tenant({
      name: 'claims',
      source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } }),
      alerts: toChat,
      receiver: receiver({ type: 'github', secret: { bootstrap: 'push' } }),
    }),
  ]);
