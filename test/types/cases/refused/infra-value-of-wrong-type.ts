import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

defineInfra(cluster, { vars, values: { web: { db: { host: 'db', port: '5432' }, users: [] } }, secrets });
