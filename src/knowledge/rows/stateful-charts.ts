/** Charts of databases, brokers and caches, by the names that they have as dependencies. */
const NAME =
  /^(?:postgres(?:ql)?|timescaledb|mysql|mariadb|redis|valkey|dragonfly|keydb|mongo(?:db)?|kafka|redpanda|rabbitmq|nats|elasticsearch|opensearch|solr|minio|seaweedfs|etcd|zookeeper|cassandra|scylla|clickhouse|influxdb2?|neo4j|couchdb|memcached)(?:[-_]?(?:ha|cluster|galera|sharded|master|replica|primary))?$/i;

export const isStateful = (name: unknown): boolean => typeof name === 'string' && NAME.test(name);

/** `ghcr.io/example/postgresql:16` has the name `postgresql`. */
export const nameOfImage = (repository: unknown): string | undefined =>
  typeof repository === 'string' ? /([^/:@]+)(?::[^/]*)?(?:@.*)?$/.exec(repository)?.[1] : undefined;

/** `v16.4-alpine` is of 16. */
export const majorOf = (tag: unknown): number => Number(/^v?(\d+)(?:[-+._].*)?$/.exec(String(tag))?.[1] ?? Number.NaN);
export const tagOf = (image: unknown): string | undefined =>
  typeof image === 'string' ? /:([^/:@]+)(?:@.*)?$/.exec(image)?.[1] : undefined;
