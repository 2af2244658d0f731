/**
 * `countersign/stores/redis`: stores for many machines, in Redis or Valkey.
 *
 * @module
 */

export {
  type IoRedis,
  type NodeRedis,
  type NodeRedisCluster,
  type RedisClient,
  redisStores,
} from '../../stores/redis.js'
export type * from '../../stores/types.js'
