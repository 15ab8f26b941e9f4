import { Cron, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-30';
import type { Example } from './example.js';

const web = { image: 'example.org/web:1', portNumber: 8080 };
const task = { image: 'example.org/task:1' };

/** Deployments and the like, their containers, and where their pods run. */
export const workloads: readonly Example[] = [
  {
    name: 'deployment',
    build: (scope) => {
      const frontend = new kplus.Deployment(scope, 'FrontEnd', { replicas: 3, containers: [web] });
      frontend.exposeViaService({ serviceType: kplus.ServiceType.LOAD_BALANCER });
    },
    selects: {
      'Deployment/front-end spec.selector': ['Deployment/front-end'],
      'Service/front-end spec.selector': ['Deployment/front-end'],
    },
  },
  {
    name: 'two-deployments',
    build: (scope) => {
      const one = new kplus.Deployment(scope, 'one', {
        containers: [web],
        strategy: kplus.DeploymentStrategy.rollingUpdate({ maxSurge: kplus.PercentOrAbsolute.absolute(1) }),
      });
      const two = new kplus.Deployment(scope, 'two', {
        containers: [{ ...web, portNumber: 9090 }],
        strategy: kplus.DeploymentStrategy.recreate(),
      });
      one.exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });
      two.exposeViaService({ name: 'second' });
    },
    selects: {
      'Deployment/one spec.selector': ['Deployment/one'],
      'Deployment/two spec.selector': ['Deployment/two'],
      'Service/one spec.selector': ['Deployment/one'],
      'Service/second spec.selector': ['Deployment/two'],
    },
  },
  {
    name: 'own-labels',
    build: (scope) => {
      const deployment = new kplus.Deployment(scope, 'web', {
        containers: [web],
        select: false,
        podMetadata: { labels: { app: 'web', tier: 'front' } },
      });
      deployment.select(kplus.LabelSelector.of({ labels: { app: 'web' } }));
      const service = new kplus.Service(scope, 'front', { ports: [{ port: 80, targetPort: 8080 }] });
      service.selectLabel('tier', 'front');
    },
    selects: {
      'Deployment/web spec.selector': ['Deployment/web'],
      'Service/front spec.selector': ['Deployment/web'],
    },
  },
  {
    name: 'stateful-set',
    build: (scope) => {
      new kplus.StatefulSet(scope, 'store', {
        containers: [{ ...web, portNumber: 6379 }],
        podManagementPolicy: kplus.PodManagementPolicy.PARALLEL,
        minReady: Duration.seconds(5),
      });
    },
    selects: {
      'StatefulSet/store spec.selector': ['StatefulSet/store'],
      'Service/store spec.selector': ['StatefulSet/store'],
    },
  },
  {
    name: 'stateful-set-with-service',
    build: (scope) => {
      const service = new kplus.Service(scope, 'peers', { ports: [{ port: 8080 }], clusterIP: 'None' });
      new kplus.StatefulSet(scope, 'member', { containers: [web], service });
    },
    selects: {
      'StatefulSet/member spec.selector': ['StatefulSet/member'],
      'Service/peers spec.selector': ['StatefulSet/member'],
    },
  },
  {
    name: 'daemon-set',
    build: (scope) => {
      const logs = kplus.Volume.fromHostPath(scope, 'logs', 'logs', { path: '/var/log' });
      const agent = new kplus.DaemonSet(scope, 'agent', { minReadySeconds: 1 });
      agent.addContainer(task).mount('/host/logs', logs, { readOnly: true });
    },
    selects: { 'DaemonSet/agent spec.selector': ['DaemonSet/agent'] },
  },
  {
    name: 'jobs',
    build: (scope) => {
      new kplus.Job(scope, 'load', {
        containers: [task],
        backoffLimit: 2,
        activeDeadline: Duration.minutes(10),
        ttlAfterFinished: Duration.hours(1),
      });
      new kplus.CronJob(scope, 'nightly', {
        containers: [task],
        schedule: Cron.daily(),
        concurrencyPolicy: kplus.ConcurrencyPolicy.REPLACE,
        timeZone: 'Europe/Berlin',
      });
    },
    selects: {},
  },
  {
    name: 'pod',
    build: (scope) => {
      const pod = new kplus.Pod(scope, 'shell', {
        hostAliases: [{ ip: '10.0.0.1', hostnames: ['db.example.org'] }],
        dns: { nameservers: ['10.0.0.2'], policy: kplus.DnsPolicy.NONE },
      });
      pod.addInitContainer(task);
      const container = pod.addContainer({ ...task, command: ['sleep'], args: ['infinity'], workingDir: '/work' });
      container.mount('/work', kplus.Volume.fromEmptyDir(scope, 'work', 'work', { sizeLimit: Size.mebibytes(10) }));
    },
    selects: {},
  },
  {
    name: 'containers',
    build: (scope) => {
      const settings = new kplus.ConfigMap(scope, 'settings', { data: { colour: 'blue' } });
      const login = new kplus.Secret(scope, 'login', { stringData: { user: 'nobody' } });
      const deployment = new kplus.Deployment(scope, 'web');
      const container = deployment.addContainer({
        ...web,
        name: 'web',
        liveness: kplus.Probe.fromHttpGet('/live', { periodSeconds: Duration.seconds(20) }),
        readiness: kplus.Probe.fromTcpSocket(),
        startup: kplus.Probe.fromCommand(['true']),
        lifecycle: { preStop: kplus.Handler.fromCommand(['sleep', '5']) },
        resources: { cpu: { request: kplus.Cpu.millis(50) }, memory: { limit: Size.mebibytes(128) } },
        securityContext: { readOnlyRootFilesystem: true, user: 1000 },
        envVariables: {
          COLOUR: kplus.EnvValue.fromConfigMap(settings as kplus.IConfigMap, 'colour'),
          LEVEL: kplus.EnvValue.fromValue('info'),
          NODE: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.NODE_NAME),
          USER_NAME: login.envValue('user'),
        },
        envFrom: [kplus.Env.fromConfigMap(settings as kplus.IConfigMap, 'ALL_')],
      });
      container.mount('/settings', kplus.Volume.fromConfigMap(scope, 'files', settings as kplus.IConfigMap));
      container.mount('/login', kplus.Volume.fromSecret(scope, 'secret', login as kplus.ISecret));
      // Without a name, cdk8s-plus calls it after its path.
      container.mount('/store', kplus.Volume.fromCsi(scope, 'SecretsStore', 'secrets-store.csi.k8s.io'));
      deployment.addInitContainer({ ...task, name: 'sidecar', restartPolicy: kplus.ContainerRestartPolicy.ALWAYS });
      deployment.exposeViaService();
    },
    selects: {
      'Deployment/web spec.selector': ['Deployment/web'],
      'Service/web spec.selector': ['Deployment/web'],
    },
  },
  {
    name: 'scheduling',
    build: (scope) => {
      const cache = new kplus.Deployment(scope, 'cache', { containers: [web] });
      const frontend = new kplus.Deployment(scope, 'frontend', { containers: [web], spread: true });
      const batch = new kplus.Deployment(scope, 'batch', { containers: [web] });
      frontend.scheduling.colocate(cache, { weight: 50 });
      frontend.scheduling.separate(batch, { topology: kplus.Topology.ZONE });
      frontend.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.in('disk', ['ssd'])), { weight: 10 });
      batch.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.is('only', 'batch')));
      const others = kplus.Pods.select(scope, 'others', { labels: { app: 'other' } });
      batch.scheduling.separate(others, { weight: 1 });
    },
    selects: {
      'Deployment/batch spec.selector': ['Deployment/batch'],
      'Deployment/batch podAntiAffinity': [],
      'Deployment/cache spec.selector': ['Deployment/cache'],
      'Deployment/frontend spec.selector': ['Deployment/frontend'],
      'Deployment/frontend podAffinity': ['Deployment/cache'],
      'Deployment/frontend podAntiAffinity': ['Deployment/batch', 'Deployment/frontend'],
    },
  },
  {
    name: 'autoscaler',
    build: (scope) => {
      const target = new kplus.Deployment(scope, 'web', { containers: [web] });
      new kplus.HorizontalPodAutoscaler(scope, 'scaler', {
        target,
        maxReplicas: 10,
        metrics: [
          kplus.Metric.resourceCpu(kplus.MetricTarget.averageUtilization(70)),
          kplus.Metric.resourceMemory(kplus.MetricTarget.averageUtilization(80)),
        ],
        scaleDown: {
          stabilizationWindow: Duration.minutes(5),
          strategy: kplus.ScalingStrategy.MIN_CHANGE,
          policies: [{ replicas: kplus.Replicas.absolute(1), duration: Duration.minutes(1) }],
        },
      });
    },
    selects: { 'Deployment/web spec.selector': ['Deployment/web'] },
  },
];
