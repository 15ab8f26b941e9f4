import * as kplus from 'cdk8s-plus-30';
import type { Example } from './example.js';

const web = { image: 'example.org/web:1', portNumber: 8080 };

/** Services, Ingresses and who may talk to whom. */
export const networks: readonly Example[] = [
  {
    name: 'service',
    build: (scope) => {
      const pods = new kplus.Deployment(scope, 'web', { containers: [web] });
      const service = new kplus.Service(scope, 'entry', {
        type: kplus.ServiceType.NODE_PORT,
        ports: [{ port: 80, targetPort: 8080, name: 'http' }],
        selector: pods,
      });
      service.bind(443, { targetPort: 8080, name: 'https' });
      new kplus.Service(scope, 'elsewhere', {
        type: kplus.ServiceType.EXTERNAL_NAME,
        externalName: 'db.example.org',
      });
      const others = kplus.Pods.select(scope, 'Others', { expressions: [], labels: { part: 'web' } });
      pods.podMetadata.addLabel('part', 'web');
      new kplus.Service(scope, 'parts', { ports: [{ port: 80, targetPort: 8080 }], selector: others });
    },
    selects: {
      'Deployment/web spec.selector': ['Deployment/web'],
      'Service/entry spec.selector': ['Deployment/web'],
      'Service/parts spec.selector': ['Deployment/web'],
    },
  },
  {
    name: 'ingress',
    build: (scope) => {
      const pods = new kplus.Deployment(scope, 'web', { containers: [web] });
      const service = pods.exposeViaService();
      service.exposeViaIngress('/', { pathType: kplus.HttpIngressPathType.EXACT });
      const secret = new kplus.TlsSecret(scope, 'Certificate', { tlsCert: 'Y2VydA==', tlsKey: 'a2V5' });
      const ingress = new kplus.Ingress(scope, 'shop', {
        defaultBackend: kplus.IngressBackend.fromService(service),
        className: 'nginx',
      });
      ingress.addHostRule('shop.example.org', '/cart', kplus.IngressBackend.fromService(service, { port: 8080 }));
      ingress.addTls([{ hosts: ['shop.example.org'], secret: secret as kplus.ISecret }]);
    },
    selects: {
      'Deployment/web spec.selector': ['Deployment/web'],
      'Service/web spec.selector': ['Deployment/web'],
    },
  },
  {
    name: 'network-policy',
    build: (scope) => {
      const store = new kplus.Deployment(scope, 'store', { containers: [web] });
      const client = new kplus.Pod(scope, 'client', { containers: [web] });
      const policy = new kplus.NetworkPolicy(scope, 'guard', {
        selector: store,
        ingress: { default: kplus.NetworkPolicyTrafficDefault.DENY },
        egress: { rules: [{ peer: kplus.NetworkPolicyIpBlock.ipv4(scope, 'outside', '10.0.0.0/8') }] },
      });
      policy.addIngressRule(client, [kplus.NetworkPolicyPort.tcp(8080)]);
      policy.addIngressRule(kplus.Namespaces.select(scope, 'monitoring', { names: ['monitoring'] }));
      policy.addIngressRule(kplus.Pods.all(scope, 'everything'));
      new kplus.NetworkPolicy(scope, 'all');
    },
    selects: {
      'Deployment/store spec.selector': ['Deployment/store'],
      'NetworkPolicy/all spec.podSelector': ['Deployment/store', 'Pod/client'],
      'NetworkPolicy/guard ingress': ['Deployment/store', 'Pod/client'],
      'NetworkPolicy/guard spec.podSelector': ['Deployment/store'],
    },
  },
  {
    name: 'connections',
    build: (scope) => {
      const front = new kplus.Deployment(scope, 'front', { containers: [web], isolate: true });
      const back = new kplus.StatefulSet(scope, 'back', { containers: [web], isolate: true });
      const probe = new kplus.Pod(scope, 'Probe', { containers: [web] });
      front.connections.allowTo(back);
      front.connections.allowFrom(probe, { isolation: kplus.PodConnectionsIsolation.POD });
      back.connections.allowFrom(kplus.NetworkPolicyIpBlock.anyIpv4(scope, 'Internet'), {
        ports: [kplus.NetworkPolicyPort.tcp(8080)],
      });
    },
    selects: {
      'Deployment/front spec.selector': ['Deployment/front'],
      'NetworkPolicy/back-allow-ingress-internet spec.podSelector': ['StatefulSet/back'],
      'NetworkPolicy/back-default-deny-all spec.podSelector': ['StatefulSet/back'],
      'NetworkPolicy/front-allow-egress-back egress': ['StatefulSet/back'],
      'NetworkPolicy/front-allow-egress-back spec.podSelector': ['Deployment/front'],
      'NetworkPolicy/front-allow-ingress-in-connections-back ingress': ['Deployment/front'],
      'NetworkPolicy/front-allow-ingress-in-connections-back spec.podSelector': ['StatefulSet/back'],
      'NetworkPolicy/front-allow-ingress-probe ingress': ['Pod/probe'],
      'NetworkPolicy/front-allow-ingress-probe spec.podSelector': ['Deployment/front'],
      'NetworkPolicy/front-default-deny-all spec.podSelector': ['Deployment/front'],
      'Service/back spec.selector': ['StatefulSet/back'],
      'StatefulSet/back spec.selector': ['StatefulSet/back'],
    },
  },
];
