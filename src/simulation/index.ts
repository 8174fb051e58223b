// The sandbox's hand is the last layer below the roof: nobody imports from it.
export {}
