/** Stands for the package react-native, whose native modules only a phone has. */
export const NativeModules = {}
export const Platform = { OS: 'ios' }
