import 'fairlead/client'
