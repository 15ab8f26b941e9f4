import { FluxApp, FluxCluster, gitSource, sops, tenant } from 'fluxspan';

const age = 'age1752jg6juc4d2hz646yf82ay3t3dwnzfjw02ql9xjdn6el2geev4qmzkakk';

new FluxCluster(new FluxApp(), 'dev', {
  secrets: sops({ age: [age], kms: { aws: 'arn:aws:kms:eu-central-1:123456789012:key/0' }, secret: 'keys', files: 'secrets/dev/.*' }),
}).stage('tenants', [
  tenant({
    name: 'claims',
    source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } }),
    secrets: sops({ age }),
  }),
]);
