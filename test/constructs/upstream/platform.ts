import type { Construct } from 'constructs';
import { PushSecret, SecretStore } from 'fluxspan/imports/external-secrets.io';
import {
  BackendTLSPolicy,
  Gateway,
  GatewayClass,
  GRPCRoute,
  HTTPRoute,
} from 'fluxspan/imports/gateway.networking.k8s.io';
import { ECRAuthorizationToken, Password, VaultDynamicSecret } from 'fluxspan/imports/generators.external-secrets.io';
import { EC2NodeClass } from 'fluxspan/imports/karpenter.k8s.aws';
import { NodePool } from 'fluxspan/imports/karpenter.sh';

export const gateway = (scope: Construct) => {
  const parametersRef = { name: 'web', group: 'example.org', kind: 'Parameters' };
  const shared = new GatewayClass(scope, 'class', {
    name: 'shared',
    spec: { controllerName: 'example.org/gateway-controller', parametersRef },
  });
  new Gateway(scope, 'gateway', {
    name: 'web',
    spec: {
      gatewayClassName: shared,
      listeners: [
        { name: 'http', protocol: 'HTTP', port: 80 },
        {
          name: 'https',
          protocol: 'HTTPS',
          port: 50051,
          tls: { certificateRefs: [{ kind: 'Secret', group: '', name: 'web-tls' }] },
        },
      ],
    },
  });
  new HTTPRoute(scope, 'http', {
    name: 'web',
    spec: {
      parentRefs: [{ name: 'web' }],
      hostnames: ['example.org'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/bar' } }],
          backendRefs: [{ name: 'first', port: 8080 }],
        },
        {
          matches: [
            {
              headers: [{ type: 'Exact', name: 'magic', value: 'foo' }],
              queryParams: [{ type: 'Exact', name: 'great', value: 'example' }],
              path: { type: 'PathPrefix', value: '/some/thing' },
              method: 'GET',
            },
          ],
          backendRefs: [{ name: 'second', port: 8080 }],
        },
      ],
    },
  });
  new GRPCRoute(scope, 'grpc', {
    name: 'api',
    spec: {
      parentRefs: [{ name: 'web' }],
      hostnames: ['api.example.org'],
      rules: [
        {
          matches: [{ method: { service: 'org.example.User', method: 'Login' } }],
          backendRefs: [{ name: 'api', port: 50051 }],
        },
      ],
    },
  });
  new BackendTLSPolicy(scope, 'policy', {
    name: 'auth',
    spec: {
      targetRefs: [{ kind: 'Service', name: 'auth', group: '' }],
      validation: {
        caCertificateRefs: [{ kind: 'ConfigMap', name: 'auth-cert', group: '' }],
        hostname: 'auth.example.org',
      },
    },
  });
};

export const karpenter = (scope: Construct) => {
  const tags = { 'karpenter.sh/discovery': 'dev' };
  const nodeClassRef = new EC2NodeClass(scope, 'class', {
    name: 'bottlerocket',
    annotations: { 'kubernetes.io/description': 'Bottlerocket' },
    spec: {
      role: 'KarpenterNodeRole-dev',
      subnetSelectorTerms: [{ tags }],
      securityGroupSelectorTerms: [{ tags }],
      amiSelectorTerms: [{ alias: 'bottlerocket@latest' }],
      userData: '[settings.kubernetes]\nkube-api-qps = 30\n',
    },
  });
  new NodePool(scope, 'pool', {
    name: 'general-purpose',
    spec: {
      template: {
        spec: {
          requirements: [
            { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
            { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['2'] },
          ],
          nodeClassRef,
        },
      },
    },
  });
};

export const externalSecrets = (scope: Construct) => {
  const store = new SecretStore(scope, 'store', {
    name: 'parameters',
    namespace: 'default',
    spec: { provider: { aws: { service: 'ParameterStore', region: 'eu-west-1' } } },
  });
  new PushSecret(scope, 'push', {
    name: 'web',
    namespace: 'default',
    spec: {
      updatePolicy: 'Replace',
      deletionPolicy: 'Delete',
      refreshInterval: '1h0m0s',
      secretStoreRefs: [store],
      selector: { secret: { name: 'web' } },
      template: {
        data: { best: '{{ .best | toString | upper }}' },
        templateFrom: [{ configMap: { name: 'web', items: [{ key: 'config.yml' }] } }],
      },
      data: [
        {
          conversionStrategy: 'None',
          match: { secretKey: 'best', remoteRef: { remoteKey: 'web', property: 'best' } },
        },
      ],
    },
  });
  new Password(scope, 'password', {
    name: 'web',
    spec: { length: 42, digits: 5, symbols: 5, symbolCharacters: '-_$@', noUpper: false, allowRepeat: true },
  });
  new ECRAuthorizationToken(scope, 'registry', {
    name: 'registry',
    spec: {
      region: 'eu-west-1',
      role: 'registry',
      auth: {
        secretRef: {
          accessKeyIDSecretRef: { name: 'aws', key: 'id' },
          secretAccessKeySecretRef: { name: 'aws', key: 'secret' },
        },
      },
    },
  });
  new VaultDynamicSecret(scope, 'pki', {
    name: 'pki',
    spec: {
      path: '/pki/issue/web',
      method: 'POST',
      parameters: { common_name: 'localhost' },
      resultType: 'Data',
      provider: {
        server: 'http://vault.default.svc.cluster.local:8200',
        auth: { kubernetes: { mountPath: 'kubernetes', role: 'web', serviceAccountRef: { name: 'default' } } },
      },
    },
  });
};
