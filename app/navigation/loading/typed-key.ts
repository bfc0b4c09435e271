/** Where what a visitor typed outlives a reload, in the tab's storage. */
export const TYPED_KEY = 'fairlead:typed'
