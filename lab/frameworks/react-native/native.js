/** Stands for native modules, which only a phone has. */
export const NativeModules = {}
export const Platform = { OS: 'ios' }
export default undefined
